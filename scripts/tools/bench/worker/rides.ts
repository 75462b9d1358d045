import type { D1Database } from '@cloudflare/workers-types'
import { CELL_SECONDS } from '#domain/bookings/booking-window.ts'
import { EXTENDABLE_MINUTES } from '#domain/bookings/extension.ts'
import { CURRENCY } from '#domain/constants.ts'
import { MINUTE_SECONDS, SECOND_MS } from '#domain/time/time-units.ts'
import { OWN_SCOOTERS, PROPERTIES, RIDERS, SCOOTERS } from './fixtures.ts'

// Inserts bookings. SQL generates the rows, a million in minutes. The present and the future are the same for every
// number of bookings from 1,000; only the past grows.

const AT_ONCE = 20_000
const OTHERS = SCOOTERS - OWN_SCOOTERS
const SCOOTERS_EACH = SCOOTERS / PROPERTIES
const NEIGHBOURS = RIDERS / PROPERTIES - 1

const NUMBERS = 'WITH RECURSIVE n (i) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?2)'

// The measured rider has one ride under way, two ahead and two past. Every other scooter has a ride of three hours now,
// tomorrow and the day after, and one after the other in the past. A ride is [first half hour from now, half hours].
const BOOKINGS = `
INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours, amount,
                      plan_id, plan_name, state, order_id, payment_id, returned_at, created_at, updated_at)
${NUMBERS},
mine (i, cell, cells) AS (VALUES (0, -2, 12), (1, 48, 6), (2, 192, 2), (3, -144, 6), (4, -1920, 24)),
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
  FROM n JOIN bookings b ON b.id = 'ride-' || n.i JOIN cells ON k < 2 * b.hours WHERE b.state = 'confirmed'`

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

export async function insertRides(DB: D1Database, count: number, now: Date): Promise<void> {
  const seconds = Math.floor(now.getTime() / SECOND_MS)
  for (let from = 0; from < count; from += AT_ONCE) {
    const to = Math.min(count, from + AT_ONCE)
    await DB.prepare(BOOKINGS)
      .bind(from, to, Math.floor(seconds / CELL_SECONDS), seconds)
      .run()
    for (const statement of [CLAIMS, PAYMENTS, REFUNDS]) await DB.prepare(statement).bind(from, to).run()
  }
}
