import { cellsOf, type TimeWindow } from '#domain/bookings/booking-window.ts'
import type { CancellationTerms } from '#domain/bookings/cancellation.ts'
import { EXTENDABLE_MINUTES } from '#domain/bookings/extension.ts'
import { HOLD_SECONDS, ORDER_CREATION_LEASE_SECONDS, SLOT_MINUTES } from '#domain/constants.ts'
import { MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { d1 } from '#server/db/client.ts'
import { secondsOf } from '#server/db/instants.ts'
import { prepareNamed } from '#server/db/named-params.ts'
import { expirePassedHolds, freeExpiredClaims, withCells } from './claims.ts'
import { isInService, isUnpaidHold } from './conditions.ts'
import { IS_WITHIN_LIMITS, MOVED_HOLD, maxHolds } from './hold-limits.ts'
import { SET_RELEASED } from './hold-release.ts'
import {
  RESULT_QUERIES,
  type ReserveResult,
  type ResultRow,
  reserveResultOf,
  SELECT_BUFFER_CONFLICTS,
  SELECT_CONFLICTS,
  SELECT_OWN_RIDE,
  SELECT_SAME_HOLD,
  SELECT_SAME_REFERENCE
} from './reserve-result.ts'
import { isUnreturnedRide, lastPaidRow } from './ride-rows.ts'

// Slots are claimed: one row per scooter and half hour, and the primary key rejects a second claim. The statements are
// plain SQL because each is one step of a batch that must be read as a whole.

export interface HoldRequest {
  id: string
  user_id: string
  scooter_id: string
  window: TimeWindow
  plan: { id: string; name: string } | null
  hours: number
  /** Rupees. */
  amount: number
  /** Free time of the scooter before and after the rides of others. */
  buffer_minutes: number
  /** Rides only: the property's current terms. The ride keeps them. */
  terms?: CancellationTerms
  /** Extensions only: the ride to extend. The window starts at its end. */
  ride_id?: string
}

// Parameters of the batch: :id, :rider, :scooter, the window as :start, :end, :firstCell and :endCell, :plan,
// :planName, :hours, :amount, :terms, :kind, :ride, :now, :cellsBefore and :cellsAfter of the buffer, :scooterHoldsMax
// and :holdsMax.

// A hold past its deadline no longer counts, even before the sweep. The unary plus makes SQLite use the small index of
// holds instead of the whole history of a scooter or rider.
const EXPIRE = `${expirePassedHolds(':now')} AND (+scooter_id = :scooter OR +user_id = :rider)`

const FREE_EXPIRED_CLAIMS = freeExpiredClaims({
  endCell: ':endCell',
  firstCell: ':firstCell',
  now: ':now',
  scooter: ':scooter'
})

const CAN_BE_HELD = `
${IS_WITHIN_LIMITS}
   AND NOT EXISTS (SELECT 1 FROM bookings WHERE id = :id)
   AND NOT EXISTS (${SELECT_SAME_REFERENCE})
   AND NOT EXISTS (${SELECT_CONFLICTS})
   AND NOT EXISTS (${SELECT_BUFFER_CONFLICTS})
   AND NOT EXISTS (${SELECT_OWN_RIDE})
   AND NOT EXISTS (${SELECT_SAME_HOLD})`

/** SQL: inserts the hold of the scooter `s` at the property `p`. A moved hold keeps its deadline. */
const insertHold = (from: string) => `
INSERT INTO bookings (id, kind, ride_id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at,
                      plan_id, plan_name, hours, amount, terms, state, hold_until, held_since, ordering_until,
                      created_at, updated_at)
SELECT :id, :kind, :ride, :rider, s.id, s.name, p.id, p.name, :start, :end,
       :plan, :planName, :hours, :amount, :terms, 'held',
       coalesce(moved.hold_until, :now + ${HOLD_SECONDS}), coalesce(moved.held_since, :now),
       :now + ${ORDER_CREATION_LEASE_SECONDS}, :now, :now
  FROM (${MOVED_HOLD}) moved
  ${from}
   AND ${isInService('s', 'p')} AND u.deleted_at IS NULL
   AND ${CAN_BE_HELD}`

const HOLD = insertHold(`
  JOIN scooters s ON s.id = :scooter
  JOIN properties p ON p.id = s.property_id
  JOIN users u ON u.id = :rider AND u.property_id = s.property_id
 WHERE TRUE`)

const EXTENDABLE_SECONDS = EXTENDABLE_MINUTES * MINUTE_SECONDS

// The last paid row of the ride decides about its end and its scooter. The rider may have moved to another property
// since the ride was booked.
const EXTEND = insertHold(`
  JOIN bookings ride ON ride.id = :ride AND ${isUnreturnedRide('ride')}
  JOIN bookings last ON last.id = ${lastPaidRow(':ride')}
  JOIN scooters s ON s.id = last.scooter_id
  JOIN properties p ON p.id = last.property_id
  JOIN users u ON u.id = ride.user_id
 WHERE ride.user_id = :rider AND s.id = :scooter AND last.end_at = :start
   AND :now < :start + ${EXTENDABLE_SECONDS}`)

const IS_HELD = "EXISTS (SELECT 1 FROM bookings WHERE id = :id AND state = 'held')"

// The unary plus makes SQLite use the small index of holds.
const IS_OTHER_OWN_HOLD = `
+user_id = :rider AND ${isUnpaidHold('bookings')} AND hold_until IS NOT NULL AND id <> :id`

const REPLACE_OWN_HOLDS = `
UPDATE bookings SET ${SET_RELEASED}
 WHERE ${IS_OTHER_OWN_HOLD} AND ${IS_HELD}`

const FREE_REPLACED_CLAIMS = `
DELETE FROM slot_claims
 WHERE hold_until IS NOT NULL AND ${IS_HELD}
   AND booking_id IN (SELECT id FROM bookings WHERE ${IS_OTHER_OWN_HOLD})`

const CLAIM = `
INSERT INTO slot_claims (scooter_id, cell, booking_id, hold_until)
${withCells(':firstCell', ':endCell')}
SELECT b.scooter_id, cells.cell, b.id, b.hold_until FROM cells JOIN bookings b ON b.id = :id AND b.state = 'held'
 WHERE NOT EXISTS (SELECT 1 FROM slot_claims WHERE booking_id = :id)`

const stepsWith = (hold: string) => [EXPIRE, FREE_EXPIRED_CLAIMS, hold, FREE_REPLACED_CLAIMS, REPLACE_OWN_HOLDS, CLAIM]

/**
 * Holds a window for a rider in one batch, so only one of two concurrent requests gets the slot.
 *
 * A retry with the same id finds its own hold; if that was released in between, it stays released. Only the request
 * that inserted the hold creates the provider's order; others wait for `ordering_until`.
 */
export async function reserve(request: HoldRequest, now: Date): Promise<ReserveResult> {
  const { amount, hours, id, plan, ride_id, scooter_id, terms, user_id, window } = request
  const nowSeconds = secondsOf(now)
  const bufferCells = Math.ceil(request.buffer_minutes / SLOT_MINUTES)
  const params = {
    ...cellsOf(window),
    amount,
    cellsAfter: bufferCells,
    // The ride before an extension is the rider's own, so it needs no buffer.
    cellsBefore: ride_id === undefined ? bufferCells : 0,
    end: secondsOf(window.end),
    hours,
    id,
    kind: ride_id === undefined ? 'ride' : 'extension',
    now: nowSeconds,
    plan: plan?.id ?? null,
    planName: plan?.name ?? null,
    ride: ride_id ?? null,
    rider: user_id,
    scooter: scooter_id,
    start: secondsOf(window.start),
    terms: terms ? JSON.stringify(terms) : null,
    ...maxHolds()
  }
  const steps = stepsWith(ride_id === undefined ? HOLD : EXTEND)
  const statements = [...steps, ...RESULT_QUERIES].map(query => prepareNamed(query, params))
  const results = await d1.batchIdempotent<ResultRow>(statements)
  return reserveResultOf(results.slice(steps.length), request, nowSeconds)
}
