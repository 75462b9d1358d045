import type { D1Database } from '@cloudflare/workers-types'
import { CELL_SECONDS } from '#domain/bookings/booking-window.ts'
import { SLOT_MINUTES } from '#domain/constants.ts'
import { DAY_MINUTES, HOUR_MINUTES, SECOND_MS } from '#domain/time/time-units.ts'
import { PROPERTIES, RIDERS, SCOOTERS } from './portal-fixtures.ts'
import { freeWindow } from './rides.ts'

// Inserts a number of claimed half hours, each of a paid ride. SQL generates the rows, a million in seconds.

const RIDE_HOURS = 5
const RIDE_CELLS = (RIDE_HOURS * HOUR_MINUTES) / SLOT_MINUTES
const DAY_CELLS = DAY_MINUTES / SLOT_MINUTES
const RIDES_AT_ONCE = 4000
const NEIGHBOURS = RIDERS / PROPERTIES - 1

const NUMBERS = 'WITH RECURSIVE n (i) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?2)'

// Consecutive rides of all scooters. They extend forwards from the day after the requested window, and backwards from
// the day before it. They belong to other riders than the one who is measured.
const RIDE = `
INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours, amount,
                      state, order_id, payment_id, created_at, updated_at)
${NUMBERS},
placed (i, scooter, turn) AS (SELECT i, i % ${SCOOTERS}, i / ${SCOOTERS} FROM n),
timed (i, scooter, turn, cell) AS (
  SELECT i, scooter, turn, CASE turn % 2 WHEN 0 THEN ?3 + ${DAY_CELLS} + turn / 2 * ${RIDE_CELLS}
                                         ELSE ?3 - ${DAY_CELLS} - (turn / 2 + 1) * ${RIDE_CELLS} END FROM placed)
SELECT 'ride-' || i, 'rider-' || (s.home + ${PROPERTIES} * (1 + turn % ${NEIGHBOURS})), s.id, s.name, p.id, p.name,
       cell * ${CELL_SECONDS}, (cell + ${RIDE_CELLS}) * ${CELL_SECONDS}, ${RIDE_HOURS}, 250,
       'confirmed', 'order-' || i, 'pay-' || i, ?4, ?4
  FROM timed
  JOIN (SELECT id, name, property_id, CAST(substr(property_id, length('property-') + 1) AS INTEGER) AS home FROM scooters) s
    ON s.id = 'scooter-' || scooter
  JOIN properties p ON p.id = s.property_id`

const CLAIM = `
INSERT INTO slot_claims (scooter_id, cell, booking_id, hold_until)
${NUMBERS},
cells (k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM cells WHERE k + 1 < ${RIDE_CELLS})
SELECT b.scooter_id, b.start_at / ${CELL_SECONDS} + k, b.id, NULL
  FROM n JOIN bookings b ON b.id = 'ride-' || n.i JOIN cells`

export async function claim(DB: D1Database, claims: number, now: Date): Promise<void> {
  const cell = freeWindow(now).start_time.getTime() / SECOND_MS / CELL_SECONDS
  const rides = claims / RIDE_CELLS
  for (let from = 0; from < rides; from += RIDES_AT_ONCE) {
    const to = Math.min(rides, from + RIDES_AT_ONCE)
    await DB.prepare(RIDE)
      .bind(from, to, cell, Math.floor(now.getTime() / SECOND_MS))
      .run()
    await DB.prepare(CLAIM).bind(from, to).run()
  }
  const count = await DB.prepare('SELECT count(*) AS count FROM slot_claims').first<number>('count')
  if (count !== claims) throw new Error(`${count} claims instead of ${claims}`)
}
