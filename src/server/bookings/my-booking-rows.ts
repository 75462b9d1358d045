import type { listMyBookings } from '#contract/bookings/my-bookings.ts'
import type { ServerOutput } from '#contract/kit/endpoint.ts'
import {
  type BookingState,
  type HoldOutcome,
  paymentStatusOf,
  REFUNDED_STATES
} from '#domain/bookings/booking-status.ts'
import { pinVisibleFrom } from '#domain/catalogue/scooters.ts'
import { CURRENCY, rupeesOf } from '#domain/money.ts'
import { REFUND_WORKING_DAYS } from '#domain/payments.ts'
import { LATE_MAX_HOURS, type ReturnMode, type Trouble } from '#domain/problems/problems.ts'
import { addDays, type Day, dayOf, type Weekday, weekdayOf } from '#domain/time/india-time.ts'
import { HOUR_SECONDS } from '#domain/time/time-units.ts'
import { papersOf, parsePapers } from '#server/catalogue/papers.ts'
import { markPinsSeen, pinSetAt } from '#server/catalogue/pin-rotation.ts'
import { readRows } from '#server/db/client.ts'
import type { BookingRow } from '#server/db/schema/bookings.ts'
import {
  dateFrom,
  isoFrom,
  parseTrustedJson,
  type SqlParams,
  secondsOf,
  sqlStringList,
  withoutIndex
} from '#server/db/sql.ts'
import { waitUntil } from '#server/runtime/env.ts'
import { logFailure } from '#server/runtime/log.ts'
import {
  EXTENDABLE_SECONDS,
  isDeskPayment,
  isLiveHold,
  isRowOf,
  isUnreturnedRide,
  priceOf,
  rideEnd
} from '#server/slots/booking-sql.ts'
import { knownDamage, troubleOf } from '#server/slots/scooter-state.ts'
import { rideMoney, rideMoneyFrom } from './ride-payments.ts'

// A booking as its rider sees it. A ride is one booking with its extensions; extensions that were never paid are
// omitted.

/** The payment was refunded or will be, in full or in part. */
export const STATES_WITH_REFUND: readonly BookingState[] = [...REFUNDED_STATES, 'cancelled']

/** SQL: the booking itself, and the extensions that were paid and cancelled with it. */
const FROM_ITEM = `FROM bookings b
         WHERE ${isRowOf('b', 'bookings.id')}
           AND (b.id = bookings.id OR (b.state = bookings.state AND b.payment_id IS NOT NULL))`

const CONFIRMS_RETURNS = "property_settings.return_mode = 'confirmed'"

/** SQL: for so long after its end, a ride that was not returned is still to be returned. */
export const TO_RETURN_SECONDS = `iif(${CONFIRMS_RETURNS}, ${LATE_MAX_HOURS * HOUR_SECONDS}, ${EXTENDABLE_SECONDS})`

const END = rideEnd('bookings.id')
const IS_UNRETURNED = isUnreturnedRide('bookings')

/** SQL: a ride that has begun and was not returned. The last bound skips the subqueries for the rides of before. */
const IS_BEGUN = `${IS_UNRETURNED} AND bookings.start_at <= :now
      AND (bookings.end_at > :now - ${TO_RETURN_SECONDS}
           OR EXISTS (SELECT 1 FROM bookings e WHERE e.ride_id = bookings.id AND e.end_at > :now - ${TO_RETURN_SECONDS}))`

/** SQL: of a ride that has ended and was not returned. */
const sinceItsEnd = (fact: string) => `CASE WHEN ${IS_BEGUN} AND bookings.end_at <= :now THEN ${fact} END`

/** SQL: until when its rider can return it, but not into the next ride of the scooter. */
const RETURN_UNTIL = `
min(${END} + ${EXTENDABLE_SECONDS},
    coalesce((SELECT min(next.start_at) FROM bookings next
               WHERE next.scooter_id = bookings.scooter_id AND next.state = 'confirmed'
                 AND next.start_at >= ${END}), 9e12))`

/** SQL: the unpaid extension `e` of a booking. */
export const UNPAID_EXTENSION = `bookings e WHERE e.ride_id = bookings.id AND ${isLiveHold('e')}`

/**
 * SQL: bookings as their riders see them; condition and order follow. Parameter: :now. Each CASE skips a subquery for the
 * rides of before, or for bookings that were never paid.
 *
 * `refund`: of the booking, and of its extensions that were cancelled. `owed`: while it is not paid. `return_until`: the
 * cron closes a late ride before, once there is a reason. `are_pins_renewed`: the renewal of old PINs names no scooters.
 */
export const SELECT_MY_BOOKINGS = `
SELECT (SELECT sum(${priceOf('b')}) ${FROM_ITEM}) AS amount,
       (SELECT max(b.booked_end_at) ${FROM_ITEM}) AS booked_end_at,
       (SELECT max(b.end_at) ${FROM_ITEM}) AS end_at,
       bookings.cancel_reason, bookings.cancelled_by, bookings.created_at, bookings.held_since, bookings.hold_until,
       bookings.id, bookings.kind, bookings.pin_seen_at, bookings.plan_name, bookings.property_name,
       bookings.returned_at, bookings.rowid AS row_number, bookings.scooter_id, bookings.scooter_name,
       bookings.settling, bookings.start_at, bookings.state,
       scooters.otp_pin, scooters.registration_number, properties.parking_note,
       properties.location AS property_location, property_settings.pin_lead_minutes, property_settings.return_mode,
       property_settings.support_phone,
       (SELECT json_object('amount', e.amount, 'end_at', e.end_at, 'hold_until', e.hold_until, 'id', e.id,
                           'settling', e.settling)
          FROM ${UNPAID_EXTENSION} LIMIT 1) AS extension,
       (SELECT iif(count(*) = 0, NULL,
                   json_object('is_pending', max(r.status <> 'processed'),
                               'is_at_desk', min(${isDeskPayment('r.payment_id')}),
                               'sent_at', iif(max(r.status = 'review' OR ${isDeskPayment('r.payment_id')}), NULL, max(coalesce(r.processed_at, r.created_at))),
                               'paise', sum(iif(p.currency = '${CURRENCY}', r.paise, NULL))))
          FROM bookings b JOIN refunds r ON r.booking_id = b.id JOIN payments p ON p.id = r.payment_id
         WHERE ${isRowOf('b', 'bookings.id')} AND ${withoutIndex('b.state')} IN ${sqlStringList(STATES_WITH_REFUND)}
           AND (b.id = bookings.id OR b.state = 'cancelled')) AS refund,
       (SELECT c.paise FROM compensations c WHERE c.booking_id = bookings.id AND c.paid_at IS NULL) AS owed,
       CASE WHEN bookings.payment_id IS NOT NULL THEN ${rideMoney('bookings.id')} END AS money,
       CASE WHEN ${IS_UNRETURNED} THEN ${knownDamage('bookings.scooter_id')} END AS known_damage,
       CASE WHEN ${IS_UNRETURNED} THEN ${papersOf('bookings.scooter_id')} END AS papers,
       CASE WHEN ${IS_BEGUN} THEN iif(${CONFIRMS_RETURNS}, ${END} + ${TO_RETURN_SECONDS}, ${RETURN_UNTIL}) END
         AS return_until,
       ${sinceItsEnd(pinSetAt('bookings.scooter_id', END))} AS pin_set_at,
       ${sinceItsEnd(`EXISTS (SELECT 1 FROM audits a WHERE a.action = 'migrate_pins' AND a.created_at > ${END})`)}
         AS are_pins_renewed,
       ${troubleOf('bookings')} AS trouble
  FROM bookings
  JOIN scooters ON scooters.id = bookings.scooter_id
  LEFT JOIN properties ON properties.id = bookings.property_id
  LEFT JOIN property_settings ON property_settings.property_id = bookings.property_id`

type OfBooking = Pick<
  BookingRow,
  | 'cancel_reason'
  | 'cancelled_by'
  | 'id'
  | 'kind'
  | 'plan_name'
  | 'property_name'
  | 'scooter_id'
  | 'scooter_name'
  | 'state'
>

/** A row of SELECT_MY_BOOKINGS. Times are Unix seconds. */
export interface StoredBooking extends OfBooking {
  amount: number
  are_pins_renewed: 0 | 1 | null
  /** The end before an early return. */
  booked_end_at: number | null
  created_at: number
  end_at: number
  /** JSON of an UnpaidExtension. */
  extension: string | null
  held_since: number | null
  hold_until: number | null
  known_damage: string | null
  /** JSON for `rideMoneyFrom`. */
  money: string | null
  otp_pin: string
  /** Paise. */
  owed: number | null
  papers: string | null
  parking_note: string | null
  pin_lead_minutes: number | null
  pin_seen_at: number | null
  pin_set_at: number | null
  property_location: string | null
  /** JSON of a Refund. Null without any. */
  refund: string | null
  registration_number: string | null
  return_mode: ReturnMode | null
  /** Null unless the ride has begun and was not returned. */
  return_until: number | null
  returned_at: number | null
  row_number: number
  settling: 0 | 1
  start_at: number
  support_phone: string | null
  trouble: Trouble | null
}

interface Refund {
  is_pending: 0 | 1
  /** All of it. */
  is_at_desk: 0 | 1
  /** Null without a refund in the currency. */
  paise: number | null
  /** When the last part was sent. Null while an admin decides about a part, and if one is paid back at the desk. */
  sent_at: number | null
}

interface UnpaidExtension {
  amount: number
  end_at: number
  hold_until: number
  id: string
  settling: 0 | 1
}

const dateOrNull = (seconds: number | null) => (seconds === null ? null : dateFrom(seconds))

export const fromStored = (row: StoredBooking) => ({
  ...row,
  end_at: dateFrom(row.end_at),
  hold_until: dateOrNull(row.hold_until),
  return_until: dateOrNull(row.return_until),
  settling: row.settling === 1,
  start_at: dateFrom(row.start_at)
})

export type MyBookingRow = ReturnType<typeof fromStored>

/** Reads bookings by queries that begin with SELECT_MY_BOOKINGS, at once. */
export async function readMyBookings<Name extends string>(
  queries: Record<Name, string>,
  now: Date,
  params: SqlParams
): Promise<Record<Name, MyBookingRow[]>> {
  const read = await readRows<Record<string, StoredBooking>>(queries, { ...params, now: secondsOf(now) })
  const rows = Object.entries(read).map(([name, stored]) => [name, stored.map(fromStored)])
  return Object.fromEntries(rows) as Record<Name, MyBookingRow[]>
}

export function toMyBookings(rows: readonly MyBookingRow[], now: Date) {
  recordShownPins(rows, now)
  return rows.map(row => toMyBooking(row, now))
}

/** Includes the place only while it can be used. Records no PIN as read. */
export function toMyBooking(row: MyBookingRow, now: Date): ServerOutput<typeof listMyBookings>[number] {
  const paymentStatus = paymentStatusOf(row, now)
  const isCurrent = isRideAhead(row, now) || isToReturn(row, now) || paymentStatus === 'Pending'
  return {
    amount: row.amount,
    cancel_reason: row.cancel_reason,
    cancelled_by: row.cancelled_by,
    created_at: isoFrom(row.created_at),
    end_time: row.end_at.toISOString(),
    expires_at: row.state === 'held' && row.hold_until ? row.hold_until.toISOString() : null,
    hold_outcome: paymentStatus === 'Failed' ? holdOutcomeOf(row) : null,
    id: row.id,
    is_settling: row.settling,
    parking_note: isCurrent ? row.parking_note : null,
    payment_status: paymentStatus,
    plan_name: row.plan_name,
    property_location: isCurrent ? row.property_location : null,
    property_name: row.property_name,
    scooter: { id: row.scooter_id, name: row.scooter_name },
    start_time: row.start_at.toISOString(),
    support_phone: row.support_phone,
    ...shownRefund(row, now),
    ...shownPin(row, now),
    ...shownPapers(row, now),
    // Optional fields are omitted where they do not apply, because a page has many rides.
    ...(row.kind === 'extension' && { kind: row.kind }),
    ...(row.state === 'confirmed' && row.extension && { extension: toUnpaidExtension(row.extension) }),
    ...(row.money && rideMoneyFrom(row.money, row.amount)),
    ...(row.owed && { owed: rupeesOf(row.owed) }),
    ...(row.trouble && { trouble: row.trouble }),
    ...(row.known_damage && { known_damage: row.known_damage }),
    ...(row.return_until && row.return_until > now && { return_until: row.return_until.toISOString() }),
    ...(isLate(row, now) && { is_late: true }),
    ...(row.pin_set_at && isLate(row, now) && { pin_changed_at: isoFrom(row.pin_set_at) }),
    ...(row.booked_end_at && row.returned_at && { returned_at: isoFrom(row.returned_at) })
  }
}

const WEEKEND: readonly Weekday[] = ['saturday', 'sunday']

/** Monday to Friday. Bank holidays are not known here. */
function addWorkingDays(day: Day, count: number): Day {
  if (count === 0) return day
  const next = addDays(day, 1)
  return addWorkingDays(next, WEEKEND.includes(weekdayOf(next)) ? count : count - 1)
}

const refundOf = ({ refund }: MyBookingRow) => (refund === null ? null : parseTrustedJson<Refund>(refund))

export function isRefundPending(row: MyBookingRow): boolean {
  return Boolean(refundOf(row)?.is_pending)
}

/** Names the day by which the refund should arrive, until it has passed. */
function shownRefund(row: MyBookingRow, now: Date) {
  const refund = refundOf(row)
  // The staff keep something only if the rider did not come.
  const isKept = row.state === 'cancelled' && row.cancelled_by === 'admin' && row.money !== null
  if (!refund?.paise) return { refund: isKept ? 0 : null, refund_status: null }
  const { is_at_desk, is_pending, paise, sent_at } = refund
  const day = sent_at === null ? '' : addWorkingDays(dayOf(dateFrom(sent_at)), REFUND_WORKING_DAYS.max)
  return {
    refund: rupeesOf(paise),
    refund_status: is_pending ? ('pending' as const) : ('processed' as const),
    ...(is_at_desk && { paid_at_desk: true }),
    ...(day >= dayOf(now) && { refund_by: day })
  }
}

function toUnpaidExtension(json: string) {
  const { amount, end_at, hold_until, id, settling } = parseTrustedJson<UnpaidExtension>(json)
  return {
    amount,
    end_time: isoFrom(end_at),
    expires_at: isoFrom(hold_until),
    id,
    is_settling: Boolean(settling)
  }
}

/** Only a release by its rider keeps `held_since`, because that hold counts against the rider's limits. */
function holdOutcomeOf({ held_since, state }: MyBookingRow): HoldOutcome {
  if (state !== 'released') return 'expired'
  return held_since === null ? 'released' : 'cancelled'
}

// The PIN of a rider's own booking: shown while a paid ride is upcoming, under way or to be returned, but not before
// the time that the property sets.

/** A paid booking that is upcoming or under way, and not returned. */
function isRideAhead({ end_at, returned_at, state }: MyBookingRow, now: Date): boolean {
  return state === 'confirmed' && returned_at === null && now <= end_at
}

/** A ride that has ended, whose rider still has to return the scooter. */
export function isToReturn({ return_until }: MyBookingRow, now: Date): boolean {
  return return_until !== null && return_until > now
}

/** It is to be returned, where the property confirms returns. */
const isLate = (row: MyBookingRow, now: Date) =>
  row.return_mode === 'confirmed' && isToReturn(row, now) && row.end_at <= now

/**
 * The PIN, or when the rider can read it. Both are null if there is no ride ahead. After its end, a ride has the PIN
 * that it ended with, and none if the scooter has another one by now.
 */
function shownPin(row: MyBookingRow, now: Date) {
  const hasOldPin = isToReturn(row, now) && row.pin_set_at === null && !row.are_pins_renewed
  if (!isRideAhead(row, now) && !hasOldPin) return { otp_pin: null, pin_from: null }
  const from = pinVisibleFrom(row.start_at, row.pin_lead_minutes)
  if (from !== null && from > now) return { otp_pin: null, pin_from: from.toISOString() }
  return { otp_pin: row.otp_pin, pin_from: null }
}

function shownPapers(row: MyBookingRow, now: Date) {
  const { papers, registration_number } = row
  if (papers === null || registration_number === null || !(isRideAhead(row, now) || isToReturn(row, now))) return {}
  const ends = parsePapers(papers).flatMap(({ expires_on, kind }) => (expires_on ? [{ expires_on, kind }] : []))
  return { papers: { ends, registration_number } }
}

/** Records after the response which PINs it shows for the first time. A failure is only logged. */
function recordShownPins(rows: readonly MyBookingRow[], now: Date): void {
  const read = rows.flatMap(row => {
    const { otp_pin: pin } = shownPin(row, now)
    return row.pin_seen_at === null && pin !== null ? [{ booking: row.id, pin, scooter: row.scooter_id }] : []
  })
  if (read.length > 0) waitUntil(logFailure(markPinsSeen(read, now)))
}
