import { and, asc, desc, eq, getTableName, gte, lt, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type * as contract from '#contract/bookings/admin-bookings.ts'
import type { ServerInput } from '#contract/kit/endpoint.ts'
import type { PaymentStatus } from '#domain/bookings/booking-status.ts'
import { bookingReference } from '#domain/bookings/rides.ts'
import { SEARCH_MATCHES_MAX } from '#domain/constants.ts'
import { foldText, wordMatcher } from '#domain/kit/fold-text.ts'
import { pick } from '#domain/kit/pick.ts'
import { addDays, instantAt } from '#domain/time/india-time.ts'
import { MIDNIGHT } from '#domain/time/time-units.ts'
import { db } from '#server/db/client.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { scooters } from '#server/db/schema/catalogue.ts'
import { secondsOf, sqlAt } from '#server/db/sql.ts'
import { type RowRange, rowid, withoutIndex } from '#server/http/list-query.ts'
import { findRiders, isOneOf, type RiderSearch } from '#server/riders/search.ts'
import { hasNotEnded, isLiveHold, REFERENCE } from '#server/slots/booking-sql.ts'

// Which bookings the admin's list selects, in which order, and where the next rows of a long list begin.

export type BookingsQuery = ServerInput<typeof contract.listAllBookings>['query']

export interface RowSelection {
  range: RowRange
  now: Date
  /** What `q` of the query finds. */
  search: BookingSearch | null
  /** Rows after this one are selected. */
  cursor?: { at: Date; row_number: number } | undefined
}

/** What a search finds: the bookings of these riders and scooters, and the one with this reference. */
interface BookingSearch {
  reference: string
  riders: RiderSearch
  scooterIds: readonly string[]
}

export async function findSearched({ q }: BookingsQuery): Promise<BookingSearch | null> {
  if (!q) return null
  const isNamed = wordMatcher(q)
  const [riders, named] = await Promise.all([findRiders(q), db.select(pick(scooters, 'id', 'name')).from(scooters)])
  const scooterIds = named.filter(({ name }) => isNamed(name)).map(({ id }) => id)
  return { reference: bookingReference(foldText(q)).toLowerCase(), riders, scooterIds }
}

/** Few riders and scooters: their first bookings are read. Otherwise all bookings are read in order and checked. */
function findsFew({ riders, scooterIds }: BookingSearch): boolean {
  return riders.ids !== null && scooterIds.length <= SEARCH_MATCHES_MAX
}

/** The bookings that a search finds, before the page is cut from them. */
const matchedBookings = alias(bookings, 'matched')
/** The first rows of one rider or scooter that a search finds, in the order of the list. */
const newestBookings = alias(bookings, 'newest')
type BookingsTable = typeof bookings | typeof matchedBookings | typeof newestBookings

export function sortsByStartTime(query: BookingsQuery): boolean {
  const { from, has_ended, property_id, q, scooter_id, sort, status, to, user_id } = query
  const isFiltered = Boolean(q || from || to || has_ended || property_id || scooter_id || status || user_id)
  return isFiltered || Boolean(sort?.endsWith('start_time'))
}

function sortDirection({ sort }: BookingsQuery) {
  return sort === undefined || sort.startsWith('-') ? desc : asc
}

function indexedOrder(table: BookingsTable, query: BookingsQuery): SQL[] {
  const order = sortDirection(query)
  return [order(sortsByStartTime(query) ? table.start_at : table.created_at), order(rowid(table))]
}

/** Live holds, and the results of a search that finds few, are not read in the order of an index. */
export function bookingsOrder(query: BookingsQuery, { search }: RowSelection): SQL[] {
  if (query.status !== 'Pending' && !(search && findsFew(search))) return indexedOrder(bookings, query)
  const order = sortDirection(query)
  return [order(withoutIndex(bookings.start_at)), order(rowid(bookings))]
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

export function bookingsCondition(query: BookingsQuery, selection: RowSelection): SQL | undefined {
  const { search } = selection
  if (search && findsFew(search)) return firstBookingsOf(search, query, selection)
  return and(filterCondition(bookings, query, selection), search ? isFound(search) : undefined)
}

function filterCondition(table: BookingsTable, query: BookingsQuery, { cursor, now }: RowSelection): SQL | undefined {
  const { from, has_ended, property_id, scooter_id, status, to, user_id } = query
  const propertyColumn = avoidsPropertyIndex(table, query) ? withoutIndex(table.property_id) : table.property_id
  return and(
    property_id === undefined ? undefined : sql`${propertyColumn} = ${property_id}`,
    scooter_id === undefined ? undefined : eq(table.scooter_id, scooter_id),
    user_id === undefined ? undefined : eq(table.user_id, user_id),
    status && statusCondition(table, status, now),
    has_ended && endCondition(table, has_ended, now),
    from === undefined ? undefined : gte(table.start_at, instantAt(from, MIDNIGHT)),
    to === undefined ? undefined : lt(table.start_at, instantAt(addDays(to, 1), MIDNIGHT)),
    cursor && afterCursor(table, query, cursor)
  )
}

function endCondition(table: BookingsTable, hasEnded: 'false' | 'true', now: Date): SQL {
  return hasEnded === 'true' ? lte(table.end_at, now) : sqlAt(hasNotEnded(getTableName(table)), now)
}

/** The index on rider, scooter or state selects fewer rows than the one on property. */
function avoidsPropertyIndex(table: BookingsTable, { scooter_id, status, user_id }: BookingsQuery): boolean {
  return table === newestBookings || Boolean(scooter_id || user_id) || (status !== undefined && status !== 'Completed')
}

/**
 * Same rule as `paymentStatusOf` (compared in tests/server/http/status-filters.test.ts). Each case uses the wording of
 * its partial index in server/db/schema/bookings.ts.
 */
function statusCondition(table: BookingsTable, status: PaymentStatus, now: Date): SQL {
  const { hold_until, state } = table
  const isLive = sqlAt(isLiveHold(getTableName(table)), now)
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

function isFound({ reference, riders, scooterIds }: BookingSearch): SQL {
  const isOfScooter = isOneOf(scooterIds)(withoutIndex(bookings.scooter_id))
  return sql`(${isOfScooter} OR ${hasReference(bookings, reference)} OR ${riders.isMatch(withoutIndex(bookings.user_id))})`
}

// A page never holds more rows of one rider or scooter than `limit + offset`, so the search reads no more of each.
function firstBookingsOf(
  { reference, riders, scooterIds }: BookingSearch,
  query: BookingsQuery,
  selection: RowSelection
): SQL {
  const { limit, offset } = selection.range
  const maxRows = limit === -1 ? -1 : limit + offset
  const firstOfEach = (ids: readonly string[] | null, owner: SQLWrapper) => sql`
    SELECT ${rowid(matchedBookings)} FROM json_each(${JSON.stringify(ids)}) found
      JOIN bookings ${matchedBookings} ON ${rowid(matchedBookings)} IN (
        SELECT ${rowid(newestBookings)} FROM bookings ${newestBookings}
         WHERE ${and(sql`${owner} = found.value`, filterCondition(newestBookings, query, selection))}
         ORDER BY ${sql.join(indexedOrder(newestBookings, query), sql`, `)} LIMIT ${maxRows})`
  return sql`${rowid(bookings)} IN (
    ${firstOfEach(riders.ids, newestBookings.user_id)}
     UNION ALL
    ${firstOfEach(scooterIds, newestBookings.scooter_id)}
     UNION ALL
    SELECT ${rowid(matchedBookings)} FROM bookings ${matchedBookings}
     WHERE ${and(hasReference(matchedBookings, reference), filterCondition(matchedBookings, query, selection))})`
}

/** Its subquery keeps SQLite from using an index of a filter instead. */
function hasReference(table: BookingsTable, reference: string): SQL {
  return sql`${rowid(table)} IN (SELECT rowid FROM bookings WHERE ${sql.raw(REFERENCE)} = ${reference})`
}
