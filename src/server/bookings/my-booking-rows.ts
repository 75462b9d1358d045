import { eq, sql } from 'drizzle-orm'
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
import { REFUND_WORKING_DAYS } from '#domain/payments/statuses.ts'
import { LATE_MAX_HOURS, type Trouble } from '#domain/problems/problems.ts'
import { addDays, type Day, dayOf, type Weekday, weekdayOf } from '#domain/time/india-time.ts'
import { HOUR_SECONDS } from '#domain/time/time-units.ts'
import { papersOf, parsePapers } from '#server/catalogue/papers.ts'
import { markPinsSeen } from '#server/catalogue/pins.ts'
import { ruleColumns } from '#server/catalogue/properties.ts'
import { db } from '#server/db/client.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { properties, property_settings, scooters } from '#server/db/schema/catalogue.ts'
import { builtJson, dateFrom, isoFrom, sqlAt, sqlStringList } from '#server/db/sql.ts'
import { rowid } from '#server/http/list-query.ts'
import { waitUntil } from '#server/runtime/env.ts'
import { logFailure } from '#server/runtime/log.ts'
import {
  EXTENDABLE_SECONDS,
  isLiveHold,
  isRowOf,
  isUnreturnedRide,
  pinSetAt,
  returnUntilOf,
  rideEnd
} from '#server/slots/booking-sql.ts'
import { knownDamage, troubleOf } from '#server/slots/unrideable.ts'
import { rideMoney, rideMoneyFrom } from './ride-payments.ts'

// A booking as its rider sees it. A ride is one booking with its extensions; extensions that were never paid are
// omitted.

/** The payment was refunded or will be, in full or in part. */
export const STATES_WITH_REFUND: readonly BookingState[] = [...REFUNDED_STATES, 'cancelled']

/** SQL: the booking itself, and the extensions that were paid and cancelled with it. */
const ITEM_ROWS = `bookings b
 WHERE ${isRowOf('b', 'bookings.id')}
   AND (b.id = bookings.id OR (b.state = bookings.state AND b.payment_id IS NOT NULL))`

const ITEM_AMOUNT = sql<number>`(SELECT sum(b.amount) FROM ${sql.raw(ITEM_ROWS)})`
/** The end before an early return. */
const ITEM_BOOKED_END = sql<number | null>`(SELECT max(b.booked_end_at) FROM ${sql.raw(ITEM_ROWS)})`
const ITEM_END = sql<number>`(SELECT max(b.end_at) FROM ${sql.raw(ITEM_ROWS)})`

/** As the query below builds it. */
interface Refund {
  is_pending: 0 | 1
  /** Null without a refund in the currency. */
  paise: number | null
  /** Unix seconds: when the last part was sent. Null while an admin decides about a part. */
  sent_at: number | null
}

/** The refunds of the booking, and of its extensions that were cancelled. Null without any. */
const REFUND = sql<string | null>`(
SELECT iif(count(*) = 0, NULL,
           json_object('is_pending', max(r.status <> 'processed'),
                       'sent_at', iif(max(r.status = 'review'), NULL, max(coalesce(r.processed_at, r.created_at))),
                       'paise', sum(iif(p.currency = ${CURRENCY}, r.paise, NULL))))
  FROM bookings b JOIN refunds r ON r.booking_id = b.id JOIN payments p ON p.id = r.payment_id
 WHERE ${sql.raw(isRowOf('b', 'bookings.id'))} AND +b.state IN ${sql.raw(sqlStringList(STATES_WITH_REFUND))}
   AND (b.id = bookings.id OR b.state = 'cancelled'))`

/** The CASE skips the subquery for bookings that were never paid. */
const MONEY = sql<
  string | null
>`CASE WHEN bookings.payment_id IS NOT NULL THEN ${sql.raw(rideMoney('bookings.id'))} END`

/** In paise, while it is not paid. */
const OWED = sql<number | null>`(
SELECT c.paise FROM compensations c WHERE c.booking_id = bookings.id AND c.paid_at IS NULL)`

const unpaidExtensionRow = (now: Date) =>
  sql`bookings e WHERE e.ride_id = bookings.id AND ${sqlAt(isLiveHold('e'), now)}`

/** As the query below builds it. Times are Unix seconds. */
interface UnpaidExtension {
  amount: number
  end_at: number
  hold_until: number
  id: string
  settling: 0 | 1
}

const unpaidExtension = (now: Date) => sql<string | null>`(
SELECT json_object('amount', e.amount, 'end_at', e.end_at, 'hold_until', e.hold_until, 'id', e.id, 'settling', e.settling)
  FROM ${unpaidExtensionRow(now)} LIMIT 1)`

const CONFIRMS_RETURNS = "property_settings.return_mode = 'confirmed'"

/** SQL: for so long after its end, a ride that was not returned is still to be returned. */
export const TO_RETURN_SECONDS = `iif(${CONFIRMS_RETURNS}, ${LATE_MAX_HOURS * HOUR_SECONDS}, ${EXTENDABLE_SECONDS})`

/** SQL: a ride that has begun and was not returned. The last bound skips the subqueries for the rides of before. */
const IS_BEGUN = `${isUnreturnedRide('bookings')} AND bookings.start_at <= :now
      AND (bookings.end_at > :now - ${TO_RETURN_SECONDS}
           OR EXISTS (SELECT 1 FROM bookings e WHERE e.ride_id = bookings.id AND e.end_at > :now - ${TO_RETURN_SECONDS}))`

/** Null unless the ride has begun and was not returned. The cron closes a late ride before, once there is a reason. */
const returnUntil = (now: Date) =>
  sqlAt<number | null>(
    `CASE WHEN ${IS_BEGUN} THEN iif(${CONFIRMS_RETURNS}, ${rideEnd('bookings.id')} + ${TO_RETURN_SECONDS}, ${returnUntilOf('bookings')}) END`,
    now
  )

/** The renewal of old PINs names no scooters. */
const ARE_PINS_RENEWED = `EXISTS (
SELECT 1 FROM audits a WHERE a.action = 'migrate_pins' AND a.created_at > ${rideEnd('bookings.id')})`

/** Of a ride that has ended and was not returned. */
const sinceItsEnd = <T>(fact: string, now: Date) =>
  sqlAt<T | null>(`CASE WHEN ${IS_BEGUN} AND bookings.end_at <= :now THEN ${fact} END`, now)

/** The CASE skips the subquery for the rides of before. */
const KNOWN_DAMAGE = sql<
  string | null
>`CASE WHEN ${sql.raw(isUnreturnedRide('bookings'))} THEN ${sql.raw(knownDamage('bookings.scooter_id'))} END`

/** The CASE skips the subquery for the rides of before. */
const PAPERS = sql<
  string | null
>`CASE WHEN ${sql.raw(isUnreturnedRide('bookings'))} THEN ${papersOf('bookings.scooter_id')} END`

export const hasUnpaidExtension = (now: Date) => sql`EXISTS (SELECT 1 FROM ${unpaidExtensionRow(now)})`

export function selectMyBookings(now: Date) {
  return db
    .select({
      amount: ITEM_AMOUNT,
      booked_end_at: ITEM_BOOKED_END,
      cancel_reason: bookings.cancel_reason,
      cancelled_by: bookings.cancelled_by,
      created_at: bookings.created_at,
      end_at: ITEM_END.mapWith(bookings.end_at),
      extension: unpaidExtension(now),
      are_pins_renewed: sinceItsEnd<0 | 1>(ARE_PINS_RENEWED, now),
      held_since: bookings.held_since,
      hold_until: bookings.hold_until,
      id: bookings.id,
      kind: bookings.kind,
      known_damage: KNOWN_DAMAGE,
      money: MONEY,
      otp_pin: scooters.otp_pin,
      owed: OWED,
      papers: PAPERS,
      parking_note: properties.parking_note,
      pin_lead_minutes: property_settings.pin_lead_minutes,
      pin_seen_at: bookings.pin_seen_at,
      pin_set_at: sinceItsEnd<number>(pinSetAt('bookings.scooter_id', rideEnd('bookings.id')), now),
      plan_name: bookings.plan_name,
      property_location: properties.location,
      property_name: bookings.property_name,
      refund: REFUND,
      registration_number: scooters.registration_number,
      return_mode: property_settings.return_mode,
      return_until: returnUntil(now).mapWith(bookings.end_at),
      returned_at: bookings.returned_at,
      row_number: rowid(bookings),
      scooter_id: bookings.scooter_id,
      scooter_name: bookings.scooter_name,
      settling: bookings.settling,
      start_at: bookings.start_at,
      state: bookings.state,
      support_phone: ruleColumns.support_phone,
      trouble: sqlAt<Trouble | null>(troubleOf('bookings'), now)
    })
    .from(bookings)
    .innerJoin(scooters, eq(scooters.id, bookings.scooter_id))
    .leftJoin(properties, eq(properties.id, bookings.property_id))
    .leftJoin(property_settings, eq(property_settings.property_id, bookings.property_id))
}

export type MyBookingRow = Awaited<ReturnType<typeof selectMyBookings>>[number]

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
    created_at: row.created_at.toISOString(),
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
    ...(row.booked_end_at && row.returned_at && { returned_at: row.returned_at.toISOString() })
  }
}

const WEEKEND: readonly Weekday[] = ['saturday', 'sunday']

/** Monday to Friday. Bank holidays are not known here. */
function addWorkingDays(day: Day, count: number): Day {
  if (count === 0) return day
  const next = addDays(day, 1)
  return addWorkingDays(next, WEEKEND.includes(weekdayOf(next)) ? count : count - 1)
}

const refundOf = ({ refund }: MyBookingRow) => (refund === null ? null : builtJson<Refund>(refund))

export function isRefundPending(row: MyBookingRow): boolean {
  return Boolean(refundOf(row)?.is_pending)
}

/** Names the day by which the refund should arrive, until it has passed. */
function shownRefund(row: MyBookingRow, now: Date) {
  const refund = refundOf(row)
  if (!refund?.paise) return { refund: null, refund_status: null }
  const { is_pending, paise, sent_at } = refund
  const day = sent_at === null ? '' : addWorkingDays(dayOf(dateFrom(sent_at)), REFUND_WORKING_DAYS.max)
  return {
    refund: rupeesOf(paise),
    refund_status: is_pending ? ('pending' as const) : ('processed' as const),
    ...(day >= dayOf(now) && { refund_by: day })
  }
}

function toUnpaidExtension(json: string) {
  const { amount, end_at, hold_until, id, settling } = builtJson<UnpaidExtension>(json)
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
