import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { HAS_MORE_HEADER } from '#contract/kit/list-query.ts'
import { PAGE_SIZE } from '#domain/constants.ts'
import { sortRows } from '#domain/kit/rows.ts'
import { wordMatcher } from '#domain/kit/text.ts'
import type { Staff } from '#server/sessions/sessions.ts'
import { propertiesOfRider, selectOpenRides } from '#server/slots/scooter-state.ts'

// What the admin lists share: pages, sort order, search, and the rows that the caller may see.

interface RequestedPage {
  page?: number | undefined
  per_page?: number | undefined
}

export interface RowRange {
  /** -1: no limit. */
  limit: number
  offset: number
}

/** Requests one row more than the page, to detect a next page. */
export function rowRange({ page, per_page }: RequestedPage): RowRange {
  if (page === undefined && per_page === undefined) return { limit: -1, offset: 0 }
  const rows = per_page ?? PAGE_SIZE
  return { limit: rows + 1, offset: ((page ?? 1) - 1) * rows }
}

/** Returns the rows of the page and sets HAS_MORE_HEADER. */
export function toPage<Row>(rows: Row[], query: RequestedPage, responseHeaders: Headers): Row[] {
  const { limit } = rowRange(query)
  if (limit === -1) return rows
  responseHeaders.set(HAS_MORE_HEADER, String(rows.length === limit))
  return rows.slice(0, limit - 1)
}

/** Drizzle's SELECT without an order. */
interface Unsorted<Row> {
  orderBy: (...order: SQL[]) => { limit: (rows: number) => { offset: (rows: number) => PromiseLike<Row[]> } }
}

interface RowOrder<Field extends string> {
  query: RequestedPage & { sort?: Field | `-${Field}` | undefined }
  columns: Record<Field, SQLWrapper> & { created_at: SQLWrapper }
  table: SQLiteTable
}

/**
 * Sorts by the requested field, else newest first. Ties are sorted by rowid in the same direction, so no row is on two
 * pages and one index serves the order.
 */
export function rowOrder<Field extends string>({ columns, query: { sort }, table }: RowOrder<Field>): SQL[] {
  const column = sort === undefined ? columns.created_at : columns[sort.replace(/^-/, '') as Field]
  const direction = sort === undefined || sort.startsWith('-') ? desc : asc
  return [direction(column), direction(rowid(table))]
}

/** Returns the rows of the requested page in `rowOrder`, and sets HAS_MORE_HEADER. */
export async function selectPage<Row, Field extends string>(
  select: Unsorted<Row>,
  { responseHeaders, ...order }: RowOrder<Field> & { responseHeaders: Headers }
): Promise<Row[]> {
  const { query } = order
  const { limit, offset } = rowRange(query)
  const sorted = select.orderBy(...rowOrder(order))
  return toPage(await sorted.limit(limit).offset(offset), query, responseHeaders)
}

interface FewRowsRequest<Row> {
  query: RequestedPage & { q?: string | undefined; sort?: string | undefined }
  responseHeaders: Headers
  searched: readonly (keyof Row)[]
}

/**
 * The same for rows that are few, such as scooters: they are all read, then searched and sorted as a person reads them.
 * SQLite knows only the order of bytes. `rows` are the oldest first.
 */
export function pageOfFew<Row>(rows: readonly Row[], { query, responseHeaders, searched }: FewRowsRequest<Row>): Row[] {
  const { limit, offset } = rowRange(query)
  const isFound = wordMatcher(query.q ?? '')
  const found = rows.filter(row => isFound(searched.map(field => row[field] ?? '').join('\n')))
  const sorted = sortRows(found, query.sort ?? '-created_at')
  return toPage(limit === -1 ? sorted : sorted.slice(offset, offset + limit), query, responseHeaders)
}

export function oldestFirst(table: SQLiteTable & { created_at: SQLWrapper }): SQL[] {
  return [asc(table.created_at), asc(rowid(table))]
}

export function rowid(table: SQLiteTable): SQL<number> {
  return sql<number>`${table}.rowid`
}

export function isOneOf(ids: readonly string[]) {
  return (column: SQLWrapper): SQL => sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
}

/** SQL: the column has a property of the caller. Undefined: the caller's role is for all. */
export const isOwnProperty = (column: SQLWrapper, { properties }: Staff): SQL | undefined =>
  properties === null ? undefined : isOneOf(properties)(column)

/** The same for SQL with the parameter :mine, whose value is `mineOf`. */
export const isMine = (property: string) => `(:mine IS NULL OR ${property} IN (SELECT value FROM json_each(:mine)))`

/** SQL: the caller reaches the rider with this id. Parameters: :mine and :now. */
export const isMyRider = (rider: string) =>
  `(:mine IS NULL OR EXISTS (SELECT 1 FROM (${propertiesOfRider(rider)}) WHERE ${isMine('property_id')}))`

/** SQL: the riders with paid rides at the properties of the caller that are not over. Parameters: :mine and :now. */
export const RIDERS_WITH_RIDES_HERE = `
SELECT user_id FROM (${selectOpenRides(row => `${row}.property_id IN (SELECT value FROM json_each(:mine))`)})`

export const mineOf = ({ properties }: Staff): string | null => properties && JSON.stringify(properties)

/** Prefix match that uses an index on exactly this expression. */
export function startsWithText(expression: SQLWrapper, start: SQLWrapper): SQL {
  return sql`(${expression} >= ${start} AND ${expression} < ${start} || char(1114111))`
}
