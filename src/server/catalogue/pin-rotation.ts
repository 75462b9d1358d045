import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { LONGEST_ROW_SECONDS } from '#domain/bookings/slots.ts'
import { generatePin } from '#domain/catalogue/scooters.ts'
import { MINUTE_RUN } from '#domain/monitoring.ts'
import { HOUR_SECONDS } from '#domain/time/time-units.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { type SqlParams, secondsOf, withoutIndex } from '#server/db/sql.ts'
import { pinChangedMessage } from '#server/outbox/insert-message.ts'
import { randomBelow } from '#server/runtime/crypto.ts'
import { isPaidRowOf, isRowOf, rideOf } from '#server/slots/booking-sql.ts'
import { selectOpenRides } from '#server/slots/scooter-state.ts'

// Where a property rotates PINs, a scooter gets a new PIN after each ride, and after the cancellation of a booking
// whose rider has read the PIN. Its lock still has the old one, so the new PIN waits in `pin_changes` until an admin
// has changed the lock. A PIN that waits already is kept: no rider has read it.
//
// Parameters: :now; of a statement that adds PINs also :pins.

/** SQL: when its rider first read the PIN of the ride that a row belongs to. */
const pinSeenAt = (row: string) => `(SELECT r.pin_seen_at FROM bookings r WHERE r.id = ${rideOf(row)})`

const fromPinsSet = (scooter: string, since: string, subject = withoutIndex('a.subject')) => `
FROM audits a
         WHERE ${subject} = ${scooter} AND a.created_at > ${since}
           AND (a.action = 'change_pin' OR (a.action = 'update_scooter' AND instr(a.detail, 'otp_pin') > 0))`

/**
 * SQL: an admin has given the scooter another PIN since then. By default, the few activity entries since then are read;
 * with `a.subject` as `subject`, all of the scooter, for times long ago.
 */
const isPinSetSince = (scooter: string, since: string, subject?: string) =>
  `EXISTS (SELECT 1 ${fromPinsSet(scooter, since, subject)})`

/** SQL: when that was last; null if none has. */
export const pinSetAt = (scooter: string, since: string, subject?: string) =>
  `(SELECT max(a.created_at) ${fromPinsSet(scooter, since, subject)})`

/** A booking whose scooter gets a new PIN. */
interface PinOf {
  booking: string
  /** The scooter whose PIN its rider has read, if the booking may be on another one by now. */
  scooter?: string
  /** What the rider has read. */
  pin?: string
}

/** Two random PINs for each booking. One of them differs from the scooter's present PIN. */
function pinsFor(rows: readonly PinOf[]): string {
  return JSON.stringify(rows.map(({ booking, pin, scooter }) => [booking, ...differentPins(2), scooter, pin]))
}

export function differentPins(count: number): string[] {
  const pins = new Set<string>()
  while (pins.size < count) pins.add(generatePin(randomBelow))
  return [...pins]
}

const IN_ROTATION = "JOIN property_settings rules ON rules.property_id = b.property_id AND rules.pin_mode = 'rotate'"

/** SQL: adds a new PIN for the scooter of each booking that meets the condition; `b` is the booking. */
const addPinChanges = (condition: string, properties = IN_ROTATION) => `
INSERT INTO pin_changes (scooter_id, new_pin, created_at)
SELECT s.id, iif(input.value ->> 1 = s.otp_pin, input.value ->> 2, input.value ->> 1), :now
  FROM json_each(:pins) input
  JOIN bookings b ON b.id = input.value ->> 0
  JOIN scooters s ON s.id = coalesce(input.value ->> 3, b.scooter_id) AND s.archived_at IS NULL
  ${properties}
 WHERE ${condition}
    ON CONFLICT (scooter_id) DO NOTHING`

/** SQL: nothing of the ride of `b` is left. The first part of a ride can run when its extension is refunded. */
const IS_RIDE_OVER = `
NOT EXISTS (SELECT 1 FROM bookings o
             WHERE ${isPaidRowOf('o', rideOf('b'))} AND o.end_at > :now)`

// A later batch about the same booking, such as one that processes its refund, must not add a PIN again.
const ADD_AFTER_CANCELLATION = addPinChanges(
  `b.state = 'cancelled' AND b.updated_at = :now AND ${pinSeenAt('b')} IS NOT NULL AND ${IS_RIDE_OVER}`
)

/** For the batch that cancels a paid booking, after its cancellation. */
export function rotateCancelledPin(bookingId: string, now: Date): D1PreparedStatement {
  return prepareNamed(ADD_AFTER_CANCELLATION, { now: secondsOf(now), pins: pinsFor([{ booking: bookingId }]) })
}

/** For the batch that moves a ride to another scooter, before its rows move: its rider may have read the old PIN. */
export function rotateMovedPin(ride: string, when: string, params: SqlParams): D1PreparedStatement {
  const pins = pinsFor([{ booking: ride }])
  return prepareNamed(addPinChanges(`b.pin_seen_at IS NOT NULL AND ${when}`), { ...params, pins })
}

/** SQL: the PINs that :rider has read, also of a scooter from which the ride was moved. */
const READ_PINS = `
SELECT b.id, b.scooter_id, b.pin_seen_at AS seen_at FROM bookings b WHERE b.user_id = :rider AND b.pin_seen_at IS NOT NULL
 UNION ALL
SELECT b.id, m.from_scooter_id, m.from_pin_seen_at FROM bookings b JOIN moves m ON m.ride_id = b.id
 WHERE b.user_id = :rider AND m.from_pin_seen_at IS NOT NULL`

// Those that are still the PINs of the locks, whatever the mode of the property is.
const SELECT_SEEN = `
SELECT seen.id, seen.scooter_id FROM (SELECT id, scooter_id, max(seen_at) AS seen_at FROM (${READ_PINS}) GROUP BY scooter_id) seen
 WHERE NOT ${isPinSetSince('seen.scooter_id', 'seen.seen_at', 'a.subject')}`

/** For the batch that suspends :rider: scooters whose PIN the rider has read get new ones. `when` is a condition. */
export async function addSeenPins(rider: string, when: string, params: SqlParams): Promise<D1PreparedStatement[]> {
  const { results } = await prepareNamed(SELECT_SEEN, { rider }).all<{ id: string; scooter_id: string }>()
  const pins = pinsFor(results.map(({ id, scooter_id }) => ({ booking: id, scooter: scooter_id })))
  return results.length === 0 ? [] : [prepareNamed(addPinChanges(when, ''), { ...params, pins })]
}

// The marks of PINs that riders have read. A mark is written after the answer: meanwhile the ride may have been moved,
// cancelled or returned, its rider suspended, or the PIN changed. So it names the scooter and the PIN that were read.

const MARK_SEEN = `
UPDATE bookings SET pin_seen_at = :now FROM json_each(:pins) input
 WHERE bookings.id = input.value ->> 0 AND bookings.scooter_id = input.value ->> 3 AND bookings.pin_seen_at IS NULL`

/** SQL: the move with which the ride of `input` has left the scooter last, if it is not there again. */
const LEFT_BY = `
(SELECT m.rowid FROM moves m JOIN bookings moved ON moved.id = m.ride_id AND moved.scooter_id <> m.from_scooter_id
  WHERE m.ride_id = input.value ->> 0 AND m.from_scooter_id = input.value ->> 3 ORDER BY m.revision DESC LIMIT 1)`

const MARK_LEFT = `
UPDATE moves SET from_pin_seen_at = :now FROM json_each(:pins) input
 WHERE moves.rowid = ${LEFT_BY} AND moves.from_pin_seen_at IS NULL`

const LATE_MARKS = `JOIN users u ON u.id = b.user_id LEFT JOIN property_settings rules ON rules.property_id = b.property_id`

/** SQL: this batch has marked the scooter `s`, and its rider is no longer to know the PIN that it still has. */
const IS_MARKED_LATE = `
coalesce((SELECT m.from_pin_seen_at FROM moves m WHERE m.rowid = ${LEFT_BY}), b.pin_seen_at) = :now
   AND s.otp_pin = input.value ->> 4
   AND (u.suspended_at IS NOT NULL
        OR (rules.pin_mode = 'rotate' AND (s.id <> b.scooter_id OR ${IS_RIDE_OVER})))`

const ADD_AFTER_LATE_MARK = addPinChanges(IS_MARKED_LATE, LATE_MARKS)

// As if the rider had read it before the change.
const CHANGED_BEFORE_MARK = pinChangedMessage(
  'TRUE',
  selectOpenRides(
    row => `${row}.id IN (
SELECT o.id FROM json_each(:pins) input
  JOIN scooters s ON s.id = input.value ->> 3 AND s.otp_pin <> input.value ->> 4
  JOIN bookings o ON ${isRowOf('o', '(input.value ->> 0)')} AND o.scooter_id = s.id)`
  )
)

/** Statements that record that riders have read these PINs. Later reads change nothing. */
export function pinsSeen(read: readonly Required<PinOf>[], now: Date): D1PreparedStatement[] {
  const params = { now: secondsOf(now), pins: pinsFor(read) }
  return [MARK_SEEN, MARK_LEFT, ADD_AFTER_LATE_MARK, CHANGED_BEFORE_MARK].map(query => prepareNamed(query, params))
}

export async function markPinsSeen(read: readonly Required<PinOf>[], now: Date): Promise<void> {
  await runIdempotent(pinsSeen(read, now))
}

/** Covers runs in which this job failed, and requests that were under way. */
const ROTATION_MARGIN_SECONDS = HOUR_SECONDS

// Rides since the last run of the cron, so none is missed after a pause.
const SINCE = `
(min(coalesce((SELECT ended_at FROM runs WHERE job = '${MINUTE_RUN}'), :now), :now) - ${ROTATION_MARGIN_SECONDS})`

/** SQL: the ride of `b` has no confirmed row that ends later. */
const IS_LAST_OF_RIDE = `
NOT EXISTS (SELECT 1 FROM bookings o
             WHERE ${isRowOf('o', rideOf('b'))}
               AND o.state = 'confirmed' AND o.end_at > b.end_at)`

// The last ended ride of each scooter. An admin who has set the lock since then leaves an activity entry, so one ride
// never adds a second PIN.
const SELECT_ENDED = `
SELECT ended.id FROM (
  SELECT b.id, b.scooter_id, max(b.end_at) AS end_at
    FROM bookings b CROSS ${IN_ROTATION}
   WHERE b.state = 'confirmed' AND b.start_at > ${SINCE} - ${LONGEST_ROW_SECONDS} AND b.start_at < :now
     AND b.end_at > ${SINCE} AND b.end_at <= :now AND ${IS_LAST_OF_RIDE}
   GROUP BY b.scooter_id) ended
 WHERE NOT EXISTS (SELECT 1 FROM pin_changes c WHERE c.scooter_id = ended.scooter_id)
   AND NOT ${isPinSetSince('ended.scooter_id', 'ended.end_at')}`

const ADD_AFTER_RIDES = addPinChanges(`b.id IN (${SELECT_ENDED})`)

/** The cron's job: adds a new PIN for each scooter whose ride has ended. Returns how many were added. */
export async function rotatePinsOfEndedRides(now: Date): Promise<number> {
  const nowSeconds = secondsOf(now)
  const { results } = await prepareNamed(SELECT_ENDED, { now: nowSeconds }).all<{ id: string }>()
  if (results.length === 0) return 0
  const pins = pinsFor(results.map(({ id }) => ({ booking: id })))
  const { added } = await runIdempotent<{ added: object }>({ added: ADD_AFTER_RIDES }, { now: nowSeconds, pins })
  return added.meta.changes
}
