import type { D1PreparedStatement } from '@cloudflare/workers-types'
import * as contract from '#contract/catalogue/admin-scooters.ts'
import { LONGEST_ROW_SECONDS } from '#domain/bookings/slots.ts'
import { generatePin } from '#domain/catalogue/scooters.ts'
import { KEPT_PRESS_DAYS, PIN_DIGITS } from '#domain/constants.ts'
import { sortRows } from '#domain/kit/sort-rows.ts'
import { MINUTE_RUN } from '#domain/monitoring.ts'
import { roundedUpTimeText } from '#domain/time/time-texts.ts'
import { DAY_MS, HOUR_SECONDS } from '#domain/time/time-units.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import { activityInsert, offlinePressDetail, offlinePressTime } from '#server/activity/activity.ts'
import { d1, prepareNamed, runIdempotent } from '#server/db/client.ts'
import { dateFrom, isoFrom, isoOrNull, type SqlParams, secondsOf, withoutIndex } from '#server/db/sql.ts'
import { isMine, mineOf, pageOfFew } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { pinChangedMessage } from '#server/outbox/insert-message.ts'
import { randomBelow } from '#server/runtime/crypto.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { isPaidRowOf, isRowOf, rideOf } from '#server/slots/booking-sql.ts'
import {
  guestPhoneNow,
  isLateNow,
  rideNow,
  riderNameNow,
  ridingUntil,
  selectOpenRides
} from '#server/slots/scooter-state.ts'

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

// The scooters whose lock needs a new PIN, and an admin's confirmation that a lock has it. Until then riders read the
// old PIN, so they never read a PIN that the lock does not have.

/** SQL. Parameters: :mine and :now. */
export const LIST_PIN_CHANGES = `
SELECT c.created_at, ${ridingUntil('s.id')} AS in_use_until, ${riderNameNow('s.id')} AS in_use_by,
       ${guestPhoneNow('s.id')} AS in_use_phone, ${isLateNow('s.id')} AS is_late, c.new_pin, s.otp_pin, p.name AS property_name, s.id AS scooter_id, s.name AS scooter_name
  FROM pin_changes c
  JOIN scooters s ON s.id = c.scooter_id AND s.archived_at IS NULL
  LEFT JOIN properties p ON p.id = s.property_id
 WHERE ${isMine('s.property_id')}
 ORDER BY s.id`

export interface PinChangeRow {
  created_at: number
  in_use_by: string | null
  in_use_phone: string | null
  in_use_until: number | null
  is_late: 0 | 1
  new_pin: string
  otp_pin: string
  property_name: string | null
  scooter_id: string
  scooter_name: string
}

export const listPinChanges = implement(contract.listPinChanges, async ({ query }, admin, { now, responseHeaders }) => {
  const params = { mine: mineOf(admin), now: secondsOf(now) }
  const { results } = await prepareNamed(LIST_PIN_CHANGES, params).all<PinChangeRow>()
  return pageOfFew(toPinChanges(results), {
    query: { ...query, sort: 'property_name' },
    responseHeaders,
    searched: ['property_name', 'scooter_name']
  })
})

export const toPinChange = (row: PinChangeRow) => ({
  ...row,
  created_at: isoFrom(row.created_at),
  in_use_until: isoOrNull(row.in_use_until),
  is_late: Boolean(row.is_late)
})

/** Sorted by scooter. */
export const toPinChanges = (rows: readonly PinChangeRow[]) => sortRows(rows, 'scooter_name').map(toPinChange)

// Parameters: :now, :scooter, :newPin, and :anyway if a rider who has the scooter is no obstacle.
const CAN_CHANGE = `
EXISTS (SELECT 1 FROM pin_changes c JOIN scooters s ON s.id = c.scooter_id AND s.archived_at IS NULL
         WHERE c.scooter_id = :scooter AND c.new_pin = :newPin AND (:anyway OR ${rideNow(':scooter')} IS NULL))`

const PIN_CHANGED = pinChangedMessage(CAN_CHANGE)

const SET_PIN = `UPDATE scooters SET otp_pin = :newPin WHERE id = :scooter AND ${CAN_CHANGE}`

const REMOVE_CHANGE = `DELETE FROM pin_changes WHERE scooter_id = :scooter AND ${CAN_CHANGE}`

const SELECT_STATE = `
SELECT s.otp_pin, c.new_pin, ${ridingUntil('s.id')} AS in_use_until, ${isLateNow('s.id')} AS is_late
  FROM scooters s LEFT JOIN pin_changes c ON c.scooter_id = s.id
 WHERE s.id = :scooter AND s.archived_at IS NULL`

interface State {
  in_use_until: number | null
  is_late: 0 | 1
  /** The PIN that still waits. */
  new_pin: string | null
  otp_pin: string
}

/** Idempotent: if the scooter has this PIN already, nothing changes. */
export const changePin = implement(
  contract.changePin,
  async ({ body: { anyway, new_pin, pressed_at }, params: { scooter_id } }, admin, { now }) => {
    const isSure = anyway || Boolean(pressed_at)
    const params = { anyway: Number(isSure), newPin: new_pin, now: secondsOf(now), scooter: scooter_id }
    const pressed = offlinePressTime(pressed_at, new Date(now.getTime() - KEPT_PRESS_DAYS * DAY_MS), now)
    const change = { action: 'change_pin', detail: offlinePressDetail(pressed, now), subject: scooter_id } as const
    const { states } = await runIdempotent<{ states: State }>(
      {
        entry: activityInsert(change, { admin, now, when: CAN_CHANGE }, params),
        change: [PIN_CHANGED, SET_PIN, REMOVE_CHANGE],
        states: SELECT_STATE
      },
      params
    )
    const [state] = states.results
    if (!state) throw refusal('scooter_not_found')
    if (state.otp_pin === new_pin) return { message: pinChangesText.pinChanged }
    const { in_use_until: until, is_late } = state
    if (state.new_pin !== new_pin || (until === null && !is_late)) throw refusal('pin_change_outdated')
    throw refusal('scooter_in_use', until === null ? null : roundedUpTimeText(dateFrom(until), now))
  }
)

// Renews only PINs that are not six digits yet, and never the PIN of a scooter that somebody has.

const IS_OLD_PIN = `archived_at IS NULL AND otp_pin NOT GLOB '${'[0-9]'.repeat(PIN_DIGITS)}'`

const IS_FREE = `${rideNow('scooters.id')} IS NULL`

const OLD = `SELECT id, name FROM scooters WHERE ${IS_OLD_PIN}`

// Checks again in the statement, because a ride may have started or an admin may have set a PIN since the list was
// read.
const RENEW = `
UPDATE scooters SET otp_pin = renewed.value ->> 1 FROM json_each(:pins) renewed
 WHERE scooters.id = renewed.value ->> 0 AND ${IS_OLD_PIN} AND ${IS_FREE}`

const IS_ANY_RENEWABLE = `EXISTS (SELECT 1 FROM scooters WHERE ${IS_OLD_PIN} AND ${IS_FREE})`

export const migratePins = implement(contract.migratePins, async (_, admin, { now }) => {
  const { results: old } = await prepareNamed(OLD).all<{ id: string; name: string }>()
  const pins = JSON.stringify(old.map(({ id }) => [id, generatePin(randomBelow)]))
  const params = { now: secondsOf(now), pins }
  const when = { admin, now, when: IS_ANY_RENEWABLE }
  const [, renewed, left] = await d1.batch<{ name: string }>([
    activityInsert({ action: 'migrate_pins', subject: 'scooters' }, when, params),
    prepareNamed(RENEW, params),
    prepareNamed(OLD)
  ])
  const names = sortRows(left?.results ?? [], 'name').map(({ name }) => name)
  return { message: catalogueText.pinsMigrated(renewed?.meta.changes ?? 0, names) }
})
