import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { CELL_SECONDS, firstKeptCell } from '#domain/bookings/slots.ts'
import { DAYS, EXTENDABLE_MINUTES } from '#domain/constants.ts'
import { nameKey } from '#domain/kit/text.ts'
import { CURRENCY } from '#domain/money.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { DAY_MINUTES, MINUTE_SECONDS, SECOND_MS } from '#domain/time/time-units.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import { admins } from '#server/db/schema/admins.ts'
import * as catalogue from '#server/db/schema/catalogue.ts'
import { rider_words, users } from '#server/db/schema/riders.ts'
import { type Demo, searchRows } from '../../demo/demo.ts'
import { writeTestEnvironment } from '../../kit/settings.ts'
import { insertStatement } from '../../serve/seed.ts'
import { migrate, type State, withBindings } from '../../serve/state.ts'

// Databases with the same properties, scooters and riders, and any number of bookings. The present and the future are
// the same for every number from 20,000; only the past grows.

const PROPERTIES = 20
const SCOOTERS = 200
const RIDERS = 2000
const SCOOTERS_EACH = SCOOTERS / PROPERTIES

export const PASSWORD = 'Bench@123'
export const ADMIN = { email: 'admin@bench.test', id: 'bench-admin', name: 'Nandini Shetty' }
/** The rider whose screens are measured. */
export const RIDER = { email: 'rider0@bench.test', id: 'rider-0', property_id: 'property-0' }
/** The scooters of the measured rider. Nobody else rides them. */
const OWN_SCOOTERS = 5
/** A scooter at the rider's property that others book too. */
export const BUSY_SCOOTER = `scooter-${OWN_SCOOTERS}`
/** A ride of the rider on another scooter, when that one is free. */
export const OWN_RIDE = { id: 'ride-2', scooter_id: 'scooter-2' }
/** A plan there. */
export const PLAN_ID = 'property-0-1h'

const FIRST_NAMES = ['Asha', 'Kabir', 'Meera', 'Rohan', 'Zoya', 'Ananya', 'Ishaan', 'Lakshmi', 'Vikram', 'Tara', 'Dev']
const LAST_NAMES = ['Rao', 'Iyer', 'Khan', 'Das', 'Pillai', 'Fernandes', 'Nair', 'Shetty', 'Kulkarni', 'Sen', 'Reddy']
const PLANS = [
  { cost: 50, hours: 1, name: 'Quick Hop' },
  { cost: 140, hours: 3, name: 'Errand Run' },
  { cost: 270, hours: 6, name: 'Half Day' },
  { cost: 500, hours: 12, name: 'Full Day' }
]

const each = <Row>(count: number, rowOf: (index: number) => Row) =>
  Array.from({ length: count }, (_, index) => rowOf(index))

/** All rows whose number does not depend on the bookings. */
async function fixtureRows(created_at: Date): Promise<Demo['rows']> {
  const password_hash = await hashPassword(PASSWORD)
  const properties = each(PROPERTIES, index => ({
    created_at,
    id: `property-${index}`,
    location: `Street ${index + 1}, Bengaluru`,
    name: `Residency ${index + 1}`
  }))
  const scooters = each(SCOOTERS, index => ({
    created_at,
    id: `scooter-${index}`,
    name: `Ather 450X · ${index + 1}`,
    otp_pin: String(482_915 + index),
    property_id: `property-${Math.floor(index / SCOOTERS_EACH)}`,
    status: 'Available'
  }))
  const plans = properties.flatMap(({ id: property_id }) =>
    PLANS.map(plan => ({
      ...plan,
      available_days: DAYS,
      created_at,
      id: `${property_id}-${plan.hours}h`,
      is_active: true,
      property_id
    }))
  )
  const nameOf = (index: number) => `${FIRST_NAMES[index % 11]} ${LAST_NAMES[Math.floor(index / 11) % 11]}`
  const riders = each(RIDERS, index => ({
    created_at: addMinutes(created_at, index),
    date_of_birth: '1995-06-15',
    email: `rider${index}@bench.test`,
    id: `rider-${index}`,
    license_photo_url: 'https://bench.test/licence',
    name: nameOf(index),
    name_key: nameKey(nameOf(index)),
    password_hash,
    phone: '+91 98450 11223',
    property_id: `property-${index % PROPERTIES}`
  }))
  return [
    [admins, [{ ...ADMIN, created_at, password_hash, role: 'owner' }]],
    [catalogue.properties, properties],
    [catalogue.scooters, scooters],
    [catalogue.pricing_plans, plans],
    [users, riders],
    [rider_words, searchRows(riders)]
  ]
}

const OTHERS = SCOOTERS - OWN_SCOOTERS
const NEIGHBOURS = RIDERS / PROPERTIES - 1

// SQL generates the bookings, a million in minutes.
const NUMBERS = 'WITH RECURSIVE n (i) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?2)'

// The measured rider has three rides ahead and two past, and none under way: during a ride Home prepares its end, not the
// booking of another. Every other scooter has a ride of three hours now,
// tomorrow and the day after, and one after the other in the past. A ride is [first half hour from now, half hours].
const BOOKINGS = `
INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours, amount,
                      plan_id, plan_name, state, order_id, payment_id, returned_at, created_at, updated_at)
${NUMBERS},
mine (i, cell, cells) AS (VALUES (0, 8, 12), (1, 48, 6), (2, 192, 2), (3, -144, 6), (4, -1920, 24)),
others AS (SELECT i, ${OWN_SCOOTERS} + (i - ${OWN_SCOOTERS}) % ${OTHERS} AS scooter,
                  (i - ${OWN_SCOOTERS}) / ${OTHERS} AS turn FROM n WHERE i >= ${OWN_SCOOTERS}),
rides (i, rider, scooter, cell, cells, state) AS (
  SELECT i, 0, i, cell, cells, 'confirmed' FROM mine JOIN n USING (i)
  UNION ALL
  SELECT i, scooter / ${SCOOTERS_EACH}
            + ${PROPERTIES} * (1 + (turn * ${SCOOTERS_EACH} + scooter % ${SCOOTERS_EACH}) % ${NEIGHBOURS}),
         scooter, CASE turn WHEN 0 THEN -2 WHEN 1 THEN 48 WHEN 2 THEN 96 ELSE -2 - 6 * (turn - 2) END, 6,
         CASE WHEN turn < 3 THEN 'confirmed' WHEN i % 100 < 6 THEN 'expired' WHEN i % 100 < 10 THEN 'released'
              WHEN i % 100 < 14 THEN 'refunded' ELSE 'confirmed' END FROM others),
timed AS (SELECT *, (?3 + cell) * ${CELL_SECONDS} AS start_at, (?3 + cell + cells) * ${CELL_SECONDS} AS end_at FROM rides)
SELECT 'ride-' || i, 'rider-' || rider, s.id, s.name, p.id, p.name, start_at, end_at, plan.hours, plan.cost,
       plan.id, plan.name, r.state, 'order-' || i, iif(r.state IN ('expired', 'released'), NULL, 'pay-' || i),
       iif(r.state = 'confirmed' AND end_at <= ?4 - ${EXTENDABLE_MINUTES * MINUTE_SECONDS}, end_at, NULL),
       min(start_at, ?4) - 3600 * (1 + i % 48), min(start_at, ?4) - 3600 * (1 + i % 48)
  FROM timed r
  JOIN scooters s ON s.id = 'scooter-' || r.scooter
  JOIN properties p ON p.id = s.property_id
  JOIN pricing_plans plan ON plan.id = p.id || '-' || (r.cells / 2) || 'h'`

const CLAIMS = `
INSERT INTO slot_claims (scooter_id, cell, booking_id)
${NUMBERS},
cells (k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM cells WHERE k < 23)
SELECT b.scooter_id, b.start_at / ${CELL_SECONDS} + k, b.id
  FROM n JOIN bookings b ON b.id = 'ride-' || n.i JOIN cells ON k < 2 * b.hours
 WHERE b.state = 'confirmed' AND b.start_at / ${CELL_SECONDS} + k >= ?3`

const PAYMENTS = `
INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, reason, created_at)
${NUMBERS}
SELECT coalesce(b.payment_id, 'attempt-' || i), b.id, b.payment_id, iif(b.payment_id IS NULL, 'failed', 'captured'),
       iif(b.payment_id IS NULL, NULL, 100 * b.amount), iif(b.payment_id IS NULL, NULL, '${CURRENCY}'),
       iif(b.payment_id IS NULL, 'Payment failed', NULL), b.created_at
  FROM n JOIN bookings b ON b.id = 'ride-' || n.i`

const REFUNDS = `
INSERT INTO refunds (id, booking_id, payment_id, paise, reason, refund_id, status, created_at)
${NUMBERS}
SELECT b.payment_id, b.id, b.payment_id, 100 * b.amount, 'slot_lost', 'rfnd-' || i, 'processed', b.updated_at
  FROM n JOIN bookings b ON b.id = 'ride-' || n.i WHERE b.state = 'refunded'`

const RECEIPTS = `
INSERT INTO receipts (series, number, kind, booking_id, payment_id, property_id, paise, tax_rate, tax_paise, facts, issued_at)
${NUMBERS}
SELECT 'SCO/2627', (SELECT count(*) FROM receipts) + row_number() OVER (ORDER BY i), 'receipt', b.id, b.payment_id,
       b.property_id, 100 * b.amount, 0, 0,
       json_object('address', 'Street 1, Indiranagar, Bengaluru 560038, Karnataka', 'end_at', b.end_at, 'plan', b.plan_name,
                   'property', b.property_name, 'sac', NULL, 'scooter', b.scooter_name,
                   'seller', 'ScootStay Mobility Private Limited', 'start_at', b.start_at), b.created_at
  FROM n JOIN bookings b ON b.id = 'ride-' || n.i WHERE b.state = 'confirmed'`

// A report in a hundred rides, long ago.
const PROBLEMS = `
INSERT INTO problems (id, scooter_id, booking_id, user_id, kind, is_rideable, state, blocked_from, blocked_until,
                      created_at, updated_at)
${NUMBERS}
SELECT b.id, b.scooter_id, b.id, b.user_id, 'pin', 0, 'fixed', b.start_at, b.end_at, b.start_at, b.start_at
  FROM n JOIN bookings b ON b.id = 'ride-' || n.i WHERE b.returned_at IS NOT NULL AND i % 100 = 50`

const AT_ONCE = 20_000

async function insertRides(DB: D1Database, count: number, now: Date, hasPastClaims: boolean): Promise<void> {
  const firstCell = hasPastClaims ? 0 : firstKeptCell(now)
  const seconds = Math.floor(now.getTime() / SECOND_MS)
  for (let from = 0; from < count; from += AT_ONCE) {
    const to = Math.min(count, from + AT_ONCE)
    await DB.prepare(BOOKINGS)
      .bind(from, to, Math.floor(seconds / CELL_SECONDS), seconds)
      .run()
    await DB.prepare(CLAIMS).bind(from, to, firstCell).run()
    for (const statement of [PAYMENTS, RECEIPTS, REFUNDS, PROBLEMS]) await DB.prepare(statement).bind(from, to).run()
  }
}

/** Older than every ride. */
const OPENED_DAYS = 5000

export async function fill(DB: D1Database, bookings: number, now: Date, hasPastClaims = false): Promise<void> {
  for (const [table, rows] of await fixtureRows(addMinutes(now, -OPENED_DAYS * DAY_MINUTES))) {
    await insertStatement(DB, table as SQLiteTable, rows).run()
  }
  await insertRides(DB, bookings, now, hasPastClaims)
}

/** A migrated database with this number of bookings, with or without the claims that the cron deletes. */
export async function database(folder: string, bookings: number, hasPastClaims = false): Promise<State> {
  const state: State = { environment: writeTestEnvironment(join(folder, 'bench.env')), folder }
  await migrate(state)
  await withBindings(state, ({ DB }) => fill(DB, bookings, new Date(), hasPastClaims))
  return state
}
