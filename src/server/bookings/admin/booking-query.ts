import { and, asc, desc, eq, getTableName, gte, lt, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type * as contract from '#contract/bookings/admin-bookings.ts'
import type { ServerInput } from '#contract/kit/endpoint.ts'
import type { PaymentStatus } from '#domain/bookings/booking-status.ts'
import { bookingReference } from '#domain/bookings/rides.ts'
import { SEARCH_MATCHES_MAX } from '#domain/constants.ts'
import { pick } from '#domain/kit/rows.ts'
import { foldText, wordMatcher } from '#domain/kit/text.ts'
import { addDays, instantAt } from '#domain/time/india-time.ts'
import { MIDNIGHT } from '#domain/time/time-units.ts'
import { db } from '#server/db/client.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { scooters } from '#server/db/schema/catalogue.ts'
import { secondsOf, sqlAt, withoutIndex } from '#server/db/sql.ts'
import { isOneOf, isOwnProperty, type RowRange, rowid } from '#server/http/list-query.ts'
import { findRiders, type RiderSearch } from '#server/riders/search.ts'
import type { Staff } from '#server/sessions/sessions.ts'
import { hasNotEnded, isLiveHold, isPaidAs, lastPaidRow, REFERENCE } from '#server/slots/booking-sql.ts'
import { fromAllLateRides } from '#server/slots/scooter-state.ts'

// Which bookings the admin's list selects, in which order, and where the next rows of a long list begin.

export type BookingsQuery = ServerInput<typeof contract.listAllBookings>['query']

export interface RowSelection {
  range: RowRange
  now: Date
  /** The properties of the caller; null: all. */
  mine: readonly string[] | null
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

/** A manager finds by the present riders and scooters of the own properties, and by reference. */
export async function findSearched({ q }: BookingsQuery, staff: Staff, now: Date): Promise<BookingSearch | null> {
  if (!q) return null
  const isNamed = wordMatcher(q)
  const own = db
    .select(pick(scooters, 'id', 'name'))
    .from(scooters)
    .where(isOwnProperty(scooters.property_id, staff))
  const [riders, named] = await Promise.all([findRiders(q, staff, now), own])
  const scooterIds = named.filter(({ name }) => isNamed(name)).map(({ id }) => id)
  return { reference: bookingReference(foldText(q)).toLowerCase(), riders, scooterIds }
}

/** Few riders and scooters: their first bookings are read. Otherwise all bookings are read in order and checked. */
function findsFew({ riders, scooterIds }: BookingSearch): boolean {
  return riders.ids !== null && scooterIds.length <= SEARCH_MATCHES_MAX
}

/** The bookings that a search finds, before the page is cut from them. */
const matchedBookings = alias(bookings, 'matched')
/** The first rows of one rider, scooter or property, in the order of the list. */
const newestBookings = alias(bookings, 'newest')
type BookingsTable = typeof bookings | typeof matchedBookings | typeof newestBookings

export function sortsByStartTime(query: BookingsQuery): boolean {
  const { page, per_page, sort, ...filters } = query
  const isFiltered = Object.values(filters).some(Boolean)
  return isFiltered || Boolean(sort?.endsWith('start_time'))
}

function sortDirection({ sort }: BookingsQuery) {
  return sort === undefined || sort.startsWith('-') ? desc : asc
}

const orderColumn = (table: BookingsTable, query: BookingsQuery) =>
  sortsByStartTime(query) ? table.start_at : table.created_at

function indexedOrder(table: BookingsTable, query: BookingsQuery): SQL[] {
  const order = sortDirection(query)
  return [order(orderColumn(table, query)), order(rowid(table))]
}

/** Live holds, late rides, and rows that are gathered from several indexes, are not read in the order of one. */
export function bookingsOrder(query: BookingsQuery, { mine, search }: RowSelection): SQL[] {
  const isGathered = (search && findsFew(search)) || readsEachProperty(query, mine)
  if (query.status !== 'Pending' && !query.late && !isGathered) return indexedOrder(bookings, query)
  const order = sortDirection(query)
  return [order(withoutIndex(orderColumn(bookings, query))), order(rowid(bookings))]
}

/**
 * The list of all bookings of some properties: the first rows of each are read. Otherwise another filter selects few
 * rows, which are checked.
 */
function readsEachProperty(query: BookingsQuery, mine: RowSelection['mine']): mine is readonly string[] {
  return mine !== null && query.property_id === undefined && !avoidsPropertyIndex(bookings, query)
}

function afterCursor(
  table: BookingsTable,
  query: BookingsQuery,
  { at, row_number }: NonNullable<RowSelection['cursor']>
): SQL {
  const column = orderColumn(table, query)
  const passed = sortDirection(query) === desc ? sql.raw('<') : sql.raw('>')
  return sql`(${column}, ${rowid(table)}) ${passed} (${secondsOf(at)}, ${row_number})`
}

export function bookingsCondition(query: BookingsQuery, selection: RowSelection): SQL | undefined {
  const { mine, search } = selection
  if (search && findsFew(search)) return firstBookingsOf(search, query, selection)
  if (readsEachProperty(query, mine)) {
    const filter = and(
      filterCondition(newestBookings, query, selection),
      search ? isFound(newestBookings, search) : undefined
    )
    return sql`${rowid(bookings)} IN (${firstOfEach(mine, newestBookings.property_id, { filter, query, ...selection })})`
  }
  return and(filterCondition(bookings, query, selection), search ? isFound(bookings, search) : undefined)
}

function filterCondition(
  table: BookingsTable,
  query: BookingsQuery,
  { cursor, mine, now }: RowSelection
): SQL | undefined {
  const { from, has_ended, late, pay, property_id, scooter_id, status, to, user_id } = query
  const propertyColumn = avoidsPropertyIndex(table, query) ? withoutIndex(table.property_id) : table.property_id
  return and(
    property_id === undefined ? undefined : sql`${propertyColumn} = ${property_id}`,
    // The call has checked that the property of the filter is one of them.
    mine === null || property_id !== undefined ? undefined : isOneOf(mine)(withoutIndex(table.property_id)),
    scooter_id === undefined ? undefined : eq(table.scooter_id, scooter_id),
    user_id === undefined ? undefined : eq(table.user_id, user_id),
    status && statusCondition(table, status, now),
    has_ended && endCondition(table, has_ended, now),
    late && sql`${table.id} IN (${sqlAt(LATE_ROWS, now)})`,
    pay && sql`${sql.raw(isPaidAs(pay, `${getTableName(table)}.payment_id`))} AND ${table.start_at} > 0`,
    from === undefined ? undefined : gte(table.start_at, instantAt(from, MIDNIGHT)),
    to === undefined ? undefined : lt(table.start_at, instantAt(addDays(to, 1), MIDNIGHT)),
    cursor && afterCursor(table, query, cursor)
  )
}

// A late ride is shown by its last row, which has its end.
const LATE_ROWS = `SELECT ${lastPaidRow('late.id')} ${fromAllLateRides(':now')}`

function endCondition(table: BookingsTable, hasEnded: 'false' | 'true', now: Date): SQL {
  return hasEnded === 'true' ? lte(table.end_at, now) : sqlAt(hasNotEnded(getTableName(table)), now)
}

/** The index on rider, scooter or state, on unreturned rides or on room bills, selects fewer rows than the one on property. */
function avoidsPropertyIndex(table: BookingsTable, { late, pay, scooter_id, status, user_id }: BookingsQuery): boolean {
  return (
    table === newestBookings ||
    Boolean(late || pay || scooter_id || user_id) ||
    (status !== undefined && status !== 'Completed')
  )
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

function isFound(table: BookingsTable, { reference, riders, scooterIds }: BookingSearch): SQL {
  const isOfScooter = isOneOf(scooterIds)(withoutIndex(table.scooter_id))
  return sql`(${isOfScooter} OR ${hasReference(table, reference)} OR ${riders.isMatch(withoutIndex(table.user_id))})`
}

/**
 * SQL: the rowids of the first rows of each of these riders, scooters or properties. A page never holds more rows of
 * one than `limit + offset`, so no more are read.
 */
function firstOfEach(
  ids: readonly string[] | null,
  owner: SQLWrapper,
  { filter, query, range }: RowSelection & { filter: SQL | undefined; query: BookingsQuery }
): SQL {
  const maxRows = range.limit === -1 ? -1 : range.limit + range.offset
  return sql`
    SELECT ${rowid(matchedBookings)} FROM json_each(${JSON.stringify(ids)}) found
      JOIN bookings ${matchedBookings} ON ${rowid(matchedBookings)} IN (
        SELECT ${rowid(newestBookings)} FROM bookings ${newestBookings}
         WHERE ${and(sql`${owner} = found.value`, filter)}
         ORDER BY ${sql.join(indexedOrder(newestBookings, query), sql`, `)} LIMIT ${maxRows})`
}

function firstBookingsOf(
  { reference, riders, scooterIds }: BookingSearch,
  query: BookingsQuery,
  selection: RowSelection
): SQL {
  const rows = { ...selection, filter: filterCondition(newestBookings, query, selection), query }
  return sql`${rowid(bookings)} IN (
    ${firstOfEach(riders.ids, newestBookings.user_id, rows)}
     UNION ALL
    ${firstOfEach(scooterIds, newestBookings.scooter_id, rows)}
     UNION ALL
    SELECT ${rowid(matchedBookings)} FROM bookings ${matchedBookings}
     WHERE ${and(hasReference(matchedBookings, reference), filterCondition(matchedBookings, query, selection))})`
}

/** Its subquery keeps SQLite from using an index of a filter instead. */
function hasReference(table: BookingsTable, reference: string): SQL {
  return sql`${rowid(table)} IN (SELECT rowid FROM bookings WHERE ${sql.raw(REFERENCE)} = ${reference})`
}
