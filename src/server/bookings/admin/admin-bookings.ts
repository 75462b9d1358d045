import { and, asc, desc, eq, getTableName, gte, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import * as contract from '#contract/bookings/admin-bookings.ts'
import type { ServerInput } from '#contract/kit/endpoint.ts'
import { bookingTypeOf, type PaymentStatus, paymentStatusOf } from '#domain/bookings/booking-status.ts'
import { bookingReference } from '#domain/bookings/reference.ts'
import { rupeesOf } from '#domain/catalogue/pricing.ts'
import { addDays, instantAt } from '#domain/time/india-time.ts'
import { MIDNIGHT } from '#domain/time/time-units.ts'
import { db } from '#server/db/client.ts'
import { secondsOf } from '#server/db/instants.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { scooters } from '#server/db/schema/catalogue.ts'
import { disputes } from '#server/db/schema/payments.ts'
import { users } from '#server/db/schema/riders.ts'
import { containsEveryWord, type RowRange, rowid, rowRange, toPage, withoutIndex } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { mostUrgentDispute, toBlockingDispute } from '#server/payments/disputes/dispute-override.ts'
import { refundedPaise } from '#server/payments/refunds/insert-refund.ts'
import { ridersMatching } from '#server/riders/search.ts'
import { refusal } from '#server/runtime/errors.ts'
import { liveHoldAt, REFERENCE } from '#server/slots/conditions.ts'
import { isRowOf, rideOf } from '#server/slots/ride-rows.ts'

// Admin list of all bookings, which may be a million rows. Every query walks an index in sort order and stops when the
// page is full. Each filter column is indexed together with `start_at`, so filtered lists are sorted by ride start.

export type BookingsQuery = ServerInput<typeof contract.listAllBookings>['query']

interface RowSelection {
  range: RowRange
  now: Date
  /** Rows after this one are selected. */
  cursor?: { at: Date; row_number: number } | undefined
}

/** At most this many riders and this many scooters match a search. */
const SEARCH_MATCHES_MAX = 50

const matchedBookings = alias(bookings, 'matched')
const newestBookings = alias(bookings, 'newest')
type BookingsTable = typeof bookings | typeof matchedBookings | typeof newestBookings

export const listAllBookings = implement(contract.listAllBookings, async ({ query }, _, { now, responseHeaders }) => {
  const rows = await queryAdminBookings(query, { range: rowRange(query), now })
  return toPage(
    rows.map(({ at, row_number, ...booking }) => booking),
    query,
    responseHeaders
  )
})

/** Returns one booking in the shape of the admin list; throws 404 if there is none. */
export async function adminBookingById(id: string, now: Date) {
  const [row] = await selectBookings().where(eq(bookings.id, id))
  if (!row) throw refusal('booking_not_found')
  const { at, row_number, ...booking } = toAdminBooking(row, {}, now)
  return booking
}

/** Of the payment that confirmed the booking; null if nothing of it is refunded. */
const REFUNDED_PAISE = sql<number | null>`nullif(${sql.raw(refundedPaise('bookings.payment_id'))}, 0)`

/** Of the paid rows of the booking's ride; null if the booking is not paid. */
const CANCEL_REFUND_PAISE = sql<number | null>`CASE WHEN ${bookings.state} = 'confirmed' THEN (
SELECT sum(p.paise - ${sql.raw(refundedPaise('p.id'))}) FROM bookings b JOIN payments p ON p.id = b.payment_id
 WHERE ${sql.raw(isRowOf('b', rideOf('bookings')))} AND +b.state = 'confirmed') END`

function selectBookings() {
  return (
    db
      .select({
        amount: bookings.amount,
        cancel_refund_paise: CANCEL_REFUND_PAISE,
        created_at: bookings.created_at,
        dispute: disputes,
        end_at: bookings.end_at,
        hold_until: bookings.hold_until,
        id: bookings.id,
        kind: bookings.kind,
        plan_id: bookings.plan_id,
        plan_name: bookings.plan_name,
        property_id: bookings.property_id,
        property_name: bookings.property_name,
        refunded_paise: REFUNDED_PAISE,
        return_photo_id: bookings.return_photo_id,
        ride_id: bookings.ride_id,
        row_number: rowid(bookings),
        scooter_id: bookings.scooter_id,
        scooter_name: bookings.scooter_name,
        settling: bookings.settling,
        start_at: bookings.start_at,
        state: bookings.state,
        user_email: users.email,
        user_id: bookings.user_id,
        user_name: users.name,
        user_phone: users.phone
      })
      .from(bookings)
      // Every booking has a rider. A left join keeps SQLite walking the index on bookings.
      .leftJoin(users, eq(users.id, bookings.user_id))
      .leftJoin(disputes, mostUrgentDispute(bookings.payment_id))
  )
}

/** Returns the selected rows in sort order. `at` and `row_number` are the row's position, used as the next cursor. */
export async function queryAdminBookings(query: BookingsQuery, selection: RowSelection) {
  const rows = await selectBookings()
    .where(query.q ? searchCondition(query.q, query, selection) : filterCondition(bookings, query, selection))
    .orderBy(...(isSortedInMemory(query) ? unindexedOrder(query) : indexedOrder(bookings, query)))
    .limit(selection.range.limit)
    .offset(selection.range.offset)
  return rows.map(row => toAdminBooking(row, query, selection.now))
}

function toAdminBooking(booking: Awaited<ReturnType<typeof selectBookings>>[number], query: BookingsQuery, now: Date) {
  const { cancel_refund_paise, created_at, dispute, end_at, hold_until, kind, plan_id, refunded_paise, ...rest } =
    booking
  const { settling, start_at, state, ...row } = rest
  return {
    ...row,
    at: sortsByStartTime(query) ? start_at : created_at,
    booking_type: bookingTypeOf({ kind, plan_id }),
    cancel_refund: cancel_refund_paise === null ? null : rupeesOf(cancel_refund_paise),
    created_at: created_at.toISOString(),
    dispute: toBlockingDispute(dispute),
    end_time: end_at.toISOString(),
    payment_status: paymentStatusOf({ hold_until, settling, state }, now),
    refunded: refunded_paise === null ? null : rupeesOf(refunded_paise),
    start_time: start_at.toISOString()
  }
}

function sortsByStartTime({ from, property_id, q, scooter_id, sort, status, to, user_id }: BookingsQuery): boolean {
  return (
    Boolean(q || from || to || property_id || scooter_id || status || user_id) || Boolean(sort?.endsWith('start_time'))
  )
}

function sortDirection({ sort }: BookingsQuery) {
  return sort === undefined || sort.startsWith('-') ? desc : asc
}

function indexedOrder(table: BookingsTable, query: BookingsQuery): SQL[] {
  const order = sortDirection(query)
  return [order(sortsByStartTime(query) ? table.start_at : table.created_at), order(rowid(table))]
}

/** True when the result is small and not read in index order: live holds and search results. */
function isSortedInMemory({ q, status }: BookingsQuery): boolean {
  return Boolean(q) || status === 'Pending'
}

function unindexedOrder(query: BookingsQuery): SQL[] {
  const order = sortDirection(query)
  return [order(withoutIndex(bookings.start_at)), order(rowid(bookings))]
}

function filterCondition(table: BookingsTable, query: BookingsQuery, { cursor, now }: RowSelection): SQL | undefined {
  const { from, property_id, scooter_id, status, to, user_id } = query
  const place = avoidsPropertyIndex(table, query) ? withoutIndex(table.property_id) : table.property_id
  return and(
    property_id === undefined ? undefined : sql`${place} = ${property_id}`,
    scooter_id === undefined ? undefined : eq(table.scooter_id, scooter_id),
    user_id === undefined ? undefined : eq(table.user_id, user_id),
    status && statusCondition(table, status, now),
    from === undefined ? undefined : gte(table.start_at, instantAt(from, MIDNIGHT)),
    to === undefined ? undefined : lt(table.start_at, instantAt(addDays(to, 1), MIDNIGHT)),
    cursor && afterCursor(table, query, cursor)
  )
}

/** The index on rider, scooter or state selects fewer rows than the one on property. */
function avoidsPropertyIndex(table: BookingsTable, { scooter_id, status, user_id }: BookingsQuery): boolean {
  return table === newestBookings || Boolean(scooter_id || user_id) || (status !== undefined && status !== 'Completed')
}

function afterCursor(
  table: BookingsTable,
  query: BookingsQuery,
  { at, row_number }: NonNullable<RowSelection['cursor']>
): SQL {
  const column = sortsByStartTime(query) ? table.start_at : table.created_at
  const passed = sortDirection(query) === desc ? sql.raw('<') : sql.raw('>')
  return sql`(${column}, ${rowid(table)}) ${passed} (${secondsOf(at)}, ${row_number})`
}

/**
 * Same rule as `paymentStatusOf` (compared in tests/server/http/status-filters.test.ts). Each case uses the wording of
 * its partial index in server/db/schema/bookings.ts.
 */
function statusCondition(table: BookingsTable, status: PaymentStatus, now: Date): SQL {
  const { hold_until, state } = table
  const isLive = liveHoldAt(getTableName(table), now)
  switch (status) {
    case 'Pending':
      return sql`${hold_until} > 0 AND ${isLive}`
    case 'Completed':
      return sql`${state} = 'confirmed'`
    case 'Failed':
      return sql`${state} IN ('held', 'expired', 'released') AND NOT (${isLive})`
    case 'Refunded':
      return sql`${state} IN ('refund_due', 'refunded')`
    case 'Cancelled':
      return sql`${state} = 'cancelled'`
  }
}

// A page never holds more rows of one rider or scooter than `limit + offset`, so the search reads no more of each.
function searchCondition(words: string, query: BookingsQuery, selection: RowSelection): SQL {
  const { limit, offset } = selection.range
  const maxRows = limit === -1 ? -1 : limit + offset
  const newestMatching = (isOwn: SQL) => sql`
    SELECT ${rowid(newestBookings)} FROM bookings ${newestBookings} WHERE ${and(isOwn, filterCondition(newestBookings, query, selection))}
    ORDER BY ${sql.join(indexedOrder(newestBookings, query), sql`, `)} LIMIT ${maxRows}`
  return sql`${rowid(bookings)} IN (
    SELECT ${rowid(matchedBookings)}
      FROM (${ridersMatching(words, SEARCH_MATCHES_MAX)}) riders
      JOIN bookings ${matchedBookings} ON ${rowid(matchedBookings)} IN (${newestMatching(sql`${newestBookings.user_id} = riders.id`)})
     UNION ALL
    SELECT ${rowid(matchedBookings)}
      FROM (SELECT id FROM ${scooters} WHERE ${containsEveryWord(scooters.name, words)} LIMIT ${SEARCH_MATCHES_MAX}) rides
      JOIN bookings ${matchedBookings} ON ${rowid(matchedBookings)} IN (${newestMatching(sql`${newestBookings.scooter_id} = rides.id`)})
     UNION ALL
    SELECT ${rowid(matchedBookings)} FROM bookings ${matchedBookings}
     WHERE ${and(hasReference(words), filterCondition(matchedBookings, query, selection))})`
}

/** Its subquery keeps SQLite from using an index of a filter instead. */
function hasReference(words: string): SQL {
  const reference = bookingReference(words).toLowerCase()
  return sql`${rowid(matchedBookings)} IN (SELECT rowid FROM bookings WHERE ${sql.raw(REFERENCE)} = ${reference})`
}
