import { PAGE_SIZE } from '#domain/constants.ts'
import { fieldOf, sortRows } from '#domain/kit/rows.ts'
import { wordMatcher } from '#domain/kit/text.ts'
import { isDay, isDayInRange } from '#domain/time/india-time.ts'

// The query of a list in the portal, and its application in the browser for a backend that ignores the parameters.

/** The query of a list. An empty string means no restriction. */
export interface ListQuery {
  filters: Readonly<Record<string, string>>
  page: number
  q: string
  sort: string
  /**
   * A filter without a control of its own, such as one scooter, and what it selects. It is shown and can be removed.
   */
  scope?: { filter: string; label: string } | undefined
}

export interface ListPage<Row> {
  hasMore: boolean
  rows: readonly Row[]
}

/** The query parameters of a list query; empty values are left out. */
export function toQueryParams({ filters, page, q, sort }: ListQuery): Record<string, string> {
  const params = { ...filters, page: String(page), per_page: String(PAGE_SIZE), q: q.trim(), sort }
  // A date whose year is being typed selects nothing yet.
  const isSent = (value: string) => value !== '' && (!isDay(value) || isDayInRange(value))
  return Object.fromEntries(Object.entries(params).filter(([, value]) => isSent(value)))
}

export interface FilterOptions<Row> {
  /** Filters that are not a plain comparison with the row's field of the same name. */
  customFilters?: Record<string, (row: Row, value: string) => boolean>
  /** Text that is on the screen but in no field of the row, for the search. */
  derivedText?: (row: Row) => string
}

/** Filters and sorts on the device, for backends without list queries. All words must match. */
export function filterRows<Row>(
  allRows: readonly Row[],
  { filters, q, sort }: ListQuery,
  { customFilters = {}, derivedText }: FilterOptions<Row>
): readonly Row[] {
  const isFound = wordMatcher(q)
  const rows = allRows.filter(row => {
    const matches = Object.entries(filters).every(
      ([name, value]) => value === '' || (customFilters[name] ?? hasValue(name))(row, value)
    )
    return matches && isFound([...textsOf(row), derivedText?.(row) ?? ''].join('\n'))
  })
  return sort === '' ? rows : sortRows(rows, sort)
}

/** One page of rows that are all on the device. */
export function sliceListPage<Row>(rows: readonly Row[], { page }: ListQuery): ListPage<Row> {
  return { hasMore: rows.length > page * PAGE_SIZE, rows: rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE) }
}

const hasValue =
  (name: string) =>
  <Row>(row: Row, value: string): boolean =>
    String(fieldOf(row, name) ?? '') === value

function textsOf<Row>(row: Row): unknown[] {
  return Object.entries(row as Record<string, unknown>).flatMap(([name, value]) =>
    typeof value === 'string' && !/(?:^|_)(?:id|url)$/.test(name) ? [value] : []
  )
}
