import { asc, desc, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type * as contract from '#contract/bookings/admin-bookings.ts'
import type { ServerInput } from '#contract/kit/endpoint.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { secondsOf } from '#server/db/sql.ts'
import { type RowRange, rowid, withoutIndex } from '#server/http/list-query.ts'

// The order of the admin's list of bookings, and where the next rows of a long list begin.

export type BookingsQuery = ServerInput<typeof contract.listAllBookings>['query']

export interface RowSelection {
  range: RowRange
  now: Date
  /** Rows after this one are selected. */
  cursor?: { at: Date; row_number: number } | undefined
}

/** The bookings that a search finds, before the page is cut from them. */
export const matchedBookings = alias(bookings, 'matched')
/** The first rows of one rider or scooter that a search finds, in the order of the list. */
export const newestBookings = alias(bookings, 'newest')
export type BookingsTable = typeof bookings | typeof matchedBookings | typeof newestBookings

export function sortsByStartTime({
  from,
  has_ended,
  property_id,
  q,
  scooter_id,
  sort,
  status,
  to,
  user_id
}: BookingsQuery): boolean {
  return (
    Boolean(q || from || to || has_ended || property_id || scooter_id || status || user_id) ||
    Boolean(sort?.endsWith('start_time'))
  )
}

function sortDirection({ sort }: BookingsQuery) {
  return sort === undefined || sort.startsWith('-') ? desc : asc
}

export function indexedOrder(table: BookingsTable, query: BookingsQuery): SQL[] {
  const order = sortDirection(query)
  return [order(sortsByStartTime(query) ? table.start_at : table.created_at), order(rowid(table))]
}

/** True when the result is small and not read in index order: live holds and search results. */
export function isSortedInMemory({ q, status }: BookingsQuery): boolean {
  return Boolean(q) || status === 'Pending'
}

export function unindexedOrder(query: BookingsQuery): SQL[] {
  const order = sortDirection(query)
  return [order(withoutIndex(bookings.start_at)), order(rowid(bookings))]
}

export function afterCursor(
  table: BookingsTable,
  query: BookingsQuery,
  { at, row_number }: NonNullable<RowSelection['cursor']>
): SQL {
  const column = sortsByStartTime(query) ? table.start_at : table.created_at
  const passed = sortDirection(query) === desc ? sql.raw('<') : sql.raw('>')
  return sql`(${column}, ${rowid(table)}) ${passed} (${secondsOf(at)}, ${row_number})`
}
