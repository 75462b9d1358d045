import { asc, desc, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { HAS_MORE_HEADER } from '#contract/kit/list-query.ts'
import { PAGE_SIZE } from '#domain/constants.ts'

// What the admin lists share: pages, sort order, search.

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

interface PageRequest<Field extends string> {
  query: RequestedPage & { sort?: Field | `-${Field}` | undefined }
  responseHeaders: Headers
  columns: Record<Field, SQLWrapper>
  newest: SQLWrapper
  table: SQLiteTable
}

/**
 * Returns the rows of the requested page, and sets HAS_MORE_HEADER. Sorts by the requested field, else newest first.
 * Ties are sorted by rowid in the same direction, so no row is on two pages and one index serves the order.
 */
export async function selectPage<Row, Field extends string>(
  select: Unsorted<Row>,
  { columns, newest, query, responseHeaders, table }: PageRequest<Field>
): Promise<Row[]> {
  const { limit, offset } = rowRange(query)
  const { sort } = query
  const column = sort === undefined ? newest : columns[sort.replace(/^-/, '') as Field]
  const direction = sort === undefined || sort.startsWith('-') ? desc : asc
  const sorted = select.orderBy(direction(column), direction(rowid(table)))
  return toPage(await sorted.limit(limit).offset(offset), query, responseHeaders)
}

export function rowid(table: SQLiteTable): SQL<number> {
  return sql<number>`${table}.rowid`
}

/** Sorts without regard to case. */
export function caseInsensitive(column: SQLWrapper): SQL {
  return sql`${column} COLLATE NOCASE`
}

/** Substring match by a full scan, for small tables. LIKE is not used, because D1 limits its patterns to 50 bytes. */
function containsText(column: SQLWrapper, words: SQLWrapper | string): SQL {
  return sql`(instr(lower(${column}), lower(${words})) > 0)`
}

/** The condition of a search in any of these columns; none without a search. */
export function searchIn(search: string | undefined, ...columns: SQLWrapper[]): SQL | undefined {
  return search ? or(...columns.map(column => containsText(column, search))) : undefined
}

/** Like `containsText` for each word, in any order. */
export function containsEveryWord(column: SQLWrapper, words: string): SQL {
  const list = JSON.stringify(words.split(/\s+/))
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${list}) word WHERE NOT ${containsText(column, sql`word.value`)})`
}

/** Prefix match that uses an index on exactly this expression. */
export function startsWithText(expression: SQLWrapper, start: SQLWrapper): SQL {
  return sql`(${expression} >= ${start} AND ${expression} < ${start} || char(1114111))`
}

/** Unary plus keeps SQLite from using an index on this column, for rows selected by another one. */
export function withoutIndex(column: SQLWrapper): SQL {
  return sql`+${column}`
}
