import { eq, sql } from 'drizzle-orm'
import * as contract from '#contract/bookings/admin-bookings.ts'
import * as bookingsCsv from '#contract/bookings/bookings-csv.ts'
import { bookingTypeOf } from '#domain/bookings/booking-status.ts'
import { mayBeAbsent } from '#domain/bookings/cancellation.ts'
import { isExtendable } from '#domain/bookings/extension.ts'
import { bookingReference } from '#domain/bookings/rides.ts'
import { rupeesOf } from '#domain/money.ts'
import { deskMethodOf } from '#domain/payments.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { activityInsert } from '#server/activity/activity.ts'
import { TO_RETURN_SECONDS } from '#server/bookings/my-booking-rows.ts'
import { REFUNDED_PAISE } from '#server/bookings/ride-payments.ts'
import { pinsSeen } from '#server/catalogue/pin-rotation.ts'
import { db, prepareNamed, runIdempotent } from '#server/db/client.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { property_settings } from '#server/db/schema/catalogue.ts'
import { disputes } from '#server/db/schema/payments.ts'
import { users } from '#server/db/schema/riders.ts'
import { isoFrom, secondsOf } from '#server/db/sql.ts'
import { rowid, rowRange, toPage } from '#server/http/list-query.ts'
import { csvResponse, implement } from '#server/http/operation.ts'
import { RIDER_COLUMNS, toBookingSummary } from '#server/payments/admin-payments.ts'
import { mostUrgentDispute, toBlockingDispute } from '#server/payments/disputes/admin-disputes.ts'
import { refusal } from '#server/runtime/refusal.ts'
import type { Staff } from '#server/sessions/sessions.ts'
import { effectiveStart, priceOf, rideEnd, rideOf } from '#server/slots/booking-sql.ts'
import {
  type BookingsQuery,
  bookingsCondition,
  bookingsOrder,
  findSearched,
  type RowSelection,
  sortsByStartTime
} from './booking-query.ts'

// Admin list of all bookings, which may be a million rows. Every query walks an index in sort order and stops when the
// page is full. Each filter column is indexed together with `start_at`, so filtered lists are sorted by ride start.

export const listAllBookings = implement(
  contract.listAllBookings,
  async ({ query }, admin, { now, responseHeaders }) => {
    const search = await findSearched(query, admin, now)
    const rows = await selectListed(query, { mine: admin.properties, range: rowRange(query), now, search })
    return toPage(rows, query, responseHeaders).map(row => toStaffRide(row, now))
  }
)

/** Throws 404 if there is none. */
export async function adminBookingById(id: string, now: Date) {
  const [row] = await selectStaffRides().where(eq(bookings.id, id))
  if (!row) throw refusal('booking_not_found')
  return toStaffRide(row, now)
}

/** A row's own ride; its end is that of the last row. */
const RIDE_END = sql<number | null>`${sql.raw(rideEnd(rideOf('bookings')))}`
const RIDE_RETURNED_AT = sql<
  number | null
>`(SELECT r.returned_at FROM bookings r WHERE r.id = ${sql.raw(rideOf('bookings'))})`

const RIDDEN_FROM = sql<number>`(SELECT ${sql.raw(effectiveStart('r'))} FROM bookings r WHERE r.id = ${sql.raw(rideOf('bookings'))})`

/** Of the payment that confirmed the booking; null without one. */
const REFUNDED = sql<number | null>`iif(${bookings.payment_id} IS NULL, NULL, ${REFUNDED_PAISE})`

const PAY_NOTE = sql<
  string | null
>`(SELECT p.reason FROM payments p WHERE p.id = ${bookings.payment_id} AND p.status = 'captured')`

/** The rows of rides as the staff see them: Today, the list, the panel and the CSV export. */
export function selectStaffRides() {
  return (
    db
      .select({
        amount: sql<number>`${sql.raw(priceOf('bookings'))}`,
        created_at: bookings.created_at,
        dispute: disputes,
        end_at: bookings.end_at,
        hold_until: bookings.hold_until,
        id: bookings.id,
        kind: bookings.kind,
        note_to_staff: bookings.note_to_staff,
        pay_note: PAY_NOTE,
        payment_id: bookings.payment_id,
        plan_id: bookings.plan_id,
        plan_name: bookings.plan_name,
        property_id: bookings.property_id,
        property_name: bookings.property_name,
        refunded_paise: REFUNDED,
        return_mode: property_settings.return_mode,
        return_photo_id: bookings.return_photo_id,
        return_pressed_at: bookings.return_pressed_at,
        ridden_from: RIDDEN_FROM.mapWith(bookings.start_at),
        ride_end_at: RIDE_END.mapWith(bookings.end_at),
        ride_id: bookings.ride_id,
        ride_returned_at: RIDE_RETURNED_AT.mapWith(bookings.returned_at),
        row_number: rowid(bookings),
        scooter_id: bookings.scooter_id,
        scooter_name: bookings.scooter_name,
        settling: bookings.settling,
        start_at: bookings.start_at,
        state: bookings.state,
        user_id: bookings.user_id,
        ...RIDER_COLUMNS,
        user_phone: users.phone
      })
      .from(bookings)
      // Every booking has a rider. Left joins keep SQLite walking the index on bookings.
      .leftJoin(users, eq(users.id, bookings.user_id))
      .leftJoin(property_settings, eq(property_settings.property_id, bookings.property_id))
      .leftJoin(disputes, mostUrgentDispute(bookings.payment_id))
  )
}

const selectListed = (query: BookingsQuery, selection: RowSelection) =>
  selectStaffRides()
    .where(bookingsCondition(query, selection))
    .orderBy(...bookingsOrder(query, selection))
    .limit(selection.range.limit)
    .offset(selection.range.offset)

type StaffRideRow = Awaited<ReturnType<typeof selectStaffRides>>[number]

export function toStaffRide(booking: StaffRideRow, now: Date) {
  const { created_at, dispute, end_at, hold_until, kind, pay_note, payment_id, plan_id, refunded_paise, ...rest } =
    booking
  const {
    return_mode,
    return_pressed_at,
    ridden_from,
    ride_end_at,
    ride_returned_at,
    row_number,
    settling,
    start_at,
    state,
    ...row
  } = rest
  const paidBy = deskMethodOf(payment_id)
  return {
    ...row,
    ...toBookingSummary(booking, now),
    booking_type: bookingTypeOf({ kind, payment_id, plan_id }),
    created_at: created_at.toISOString(),
    dispute: toBlockingDispute(dispute),
    is_unreturned: isToReturn(booking, now),
    ...(return_mode === 'confirmed' && isToReturn(booking, now) && { is_late: true }),
    ...(isUnderWay(booking) && mayBeAbsent({ end: booking.ride_end_at, ridden_from }, now) && { may_be_absent: true }),
    ...(paidBy && { paid_by: paidBy, pay_note }),
    refunded: refunded_paise === null ? null : rupeesOf(refunded_paise),
    return_pressed_at: arrivedLater(return_pressed_at, ride_returned_at)
      ? (return_pressed_at?.toISOString() ?? null)
      : null
  }
}

const isUnderWay = (row: StaffRideRow): row is StaffRideRow & { ride_end_at: Date } =>
  row.state === 'confirmed' && row.ride_returned_at === null && row.ride_end_at !== null

/** The ride has ended with this row. Where returns are assumed, the cron counts it as returned an hour later. */
function isToReturn({ end_at, return_mode, ride_end_at, ride_returned_at, state }: StaffRideRow, now: Date): boolean {
  const isOver = end_at <= now && (return_mode === 'confirmed' || isExtendable(end_at, now))
  return state === 'confirmed' && ride_returned_at === null && isOver && end_at.getTime() === ride_end_at?.getTime()
}

/** The press of a phone without a network arrives later. */
function arrivedLater(pressed: Date | null, arrived: Date | null): boolean {
  return pressed !== null && arrived !== null && Math.abs(arrived.getTime() - pressed.getTime()) >= MINUTE_MS
}

// The PIN of a booking for the staff: of a paid ride, of any of its rows, until it is returned. Parameters: :id and :now.

const fromRide = (joins = '') => `
  FROM bookings b JOIN bookings ride ON ride.id = ${rideOf('b')} JOIN scooters s ON s.id = b.scooter_id
  LEFT JOIN property_settings ON property_settings.property_id = b.property_id ${joins}
 WHERE b.id = :id AND b.state = 'confirmed' AND ride.returned_at IS NULL
   AND ${rideEnd('ride.id')} > :now - ${TO_RETURN_SECONDS}`

export const SELECT_HAS_PIN = `SELECT EXISTS (SELECT 1 ${fromRide()}) AS has_pin`

const SELECT_READ = `SELECT ride.id AS booking, s.id AS scooter, s.otp_pin AS pin ${fromRide()}`

const SELECT_SLIP = `
SELECT u.name AS user_name, s.name AS scooter_name, s.registration_number, p.name AS property_name, p.location,
       p.parking_note, ride.start_at, ${rideEnd('ride.id')} AS end_at, s.otp_pin AS pin, property_settings.support_phone
${fromRide('JOIN users u ON u.id = b.user_id JOIN properties p ON p.id = b.property_id')}
   AND s.id = :scooter AND s.otp_pin = :pin`

interface SlipRow {
  end_at: number
  location: string | null
  parking_note: string | null
  pin: string
  property_name: string
  registration_number: string | null
  scooter_name: string
  start_at: number
  support_phone: string | null
  user_name: string
}

/** The entry of the activity log and the mark that the PIN was read are in the batch that reads, before it. */
export const readSlip = implement(contract.readSlip, async ({ params: { id } }, admin, { now }) => {
  const params = { id, now: secondsOf(now) }
  const read = await prepareNamed(SELECT_READ, params).first<Parameters<typeof pinsSeen>[0][number]>()
  if (read === null) {
    await adminBookingById(id, now)
    throw refusal('booking_ended')
  }
  const { slips } = await runIdempotent<{ slips: SlipRow }>(
    {
      entry: activityInsert({ action: 'read_pin', subject: id }, { admin, now }),
      seen: pinsSeen([read], now),
      slips: SELECT_SLIP
    },
    { ...params, pin: read.pin, scooter: read.scooter }
  )
  const [slip] = slips.results
  if (!slip) throw refusal('ride_changed')
  const { end_at, start_at, ...fields } = slip
  return {
    ...fields,
    end_time: isoFrom(end_at),
    reference: bookingReference(read.booking),
    start_time: isoFrom(start_at)
  }
})

/** Rows per query and chunk. All rows at once would exceed the Worker's memory. */
const ROWS_PER_BATCH = 1000

export const exportBookings = implement(
  bookingsCsv.exportBookings,
  async ({ query }, admin, { now, responseHeaders }) => {
    await activityInsert({ action: 'export_bookings', subject: 'bookings' }, { admin, now }).run()
    return csvResponse(csvChunks(query, admin, now), bookingsCsv.csvFileName(now), responseHeaders)
  }
)

async function* csvChunks(query: BookingsQuery, staff: Staff, now: Date): AsyncGenerator<string> {
  const columns = query.pay ? bookingsCsv.ROOM_COLUMNS : bookingsCsv.OWN_COLUMNS
  yield bookingsCsv.csvHead(columns)
  const search = await findSearched(query, staff, now)
  const selection = { mine: staff.properties, range: { limit: ROWS_PER_BATCH, offset: 0 }, now, search }
  let rows = await selectListed(query, selection)
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    yield rows.map(row => bookingsCsv.csvRow(toStaffRide(row, now), columns)).join('')
    const { created_at, row_number, start_at } = last
    const cursor = { at: sortsByStartTime(query) ? start_at : created_at, row_number }
    rows = rows.length < ROWS_PER_BATCH ? [] : await selectListed(query, { ...selection, cursor })
  }
}
