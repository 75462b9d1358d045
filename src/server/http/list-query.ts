import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { HAS_MORE_HEADER } from '#contract/kit/has-more.ts'
import { PAGE_SIZE } from '#domain/constants.ts'

// What the admin's lists have in common: the page, the order, the search.

interface PageQuery {
  page?: number | undefined
  per_page?: number | undefined
}

export interface RowRange {
  /** -1: no limit. */
  limit: number
  offset: number
}

/** One row more than the page has: it tells whether there is another page. */
export function rowRange({ page, per_page }: PageQuery): RowRange {
  if (page === undefined && per_page === undefined) return { limit: -1, offset: 0 }
  const rows = per_page ?? PAGE_SIZE
  return { limit: rows + 1, offset: ((page ?? 1) - 1) * rows }
}

/** The rows of the page, and in the answer's headers whether there are more. */
export function toPage<Row>(rows: Row[], query: PageQuery, responseHeaders: Headers): Row[] {
  const { limit } = rowRange(query)
  if (limit === -1) return rows
  responseHeaders.set(HAS_MORE_HEADER, String(rows.length === limit))
  return rows.slice(0, limit - 1)
}

/**
 * The order asked for, else the newest first. What is equal goes by the row's number, in the same direction, so that no
 * row is on two pages and one index serves the whole order.
 */
export function orderBy<Field extends string>(
  sort: Field | `-${Field}` | undefined,
  columns: Record<Field, SQLWrapper>,
  { newest, table }: { newest: SQLWrapper; table: SQLiteTable }
): SQL[] {
  const column = sort === undefined ? newest : columns[sort.replace(/^-/, '') as Field]
  const direction = sort === undefined || sort.startsWith('-') ? desc : asc
  return [direction(column), direction(rowid(table))]
}

export function rowid(table: SQLiteTable): SQL<number> {
  return sql<number>`${table}.rowid`
}

/** As people sort: capitals make no difference. */
export function caseInsensitive(column: SQLWrapper): SQL {
  return sql`${column} COLLATE NOCASE`
}

/** Looks anywhere in a text: for tables of a size that can be read through. LIKE takes no pattern over 50 bytes. */
export function containsText(column: SQLWrapper, words: string): SQL {
  return sql`instr(lower(${column}), lower(${words})) > 0`
}

/** How a text begins, by an index on just this expression. */
export function startsWithText(expression: SQLWrapper, words: string): SQL {
  return sql`(${expression} >= ${words} AND ${expression} < ${words} || char(1114111))`
}

/** A column whose indexes are to be left alone: the rows are few, and found in another way. */
export function withoutIndex(column: SQLWrapper): SQL {
  return sql`+${column}`
}
