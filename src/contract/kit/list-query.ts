import * as v from 'valibot'
import { PAGE_SIZE, PAGE_SIZE_MAX, PAGINATION_MAX_ROWS, SEARCH_MAX_LENGTH } from '#domain/constants.ts'
import * as text from '#messages/admin.ts'

// How the admin's lists are asked for less than everything. Without parameters each is whole and newest first, as the
// spec has it; a backend that knows no parameters answers that to every question, and the page is cut in the browser.

// @__NO_SIDE_EFFECTS__
function positiveInteger(max: number) {
  return v.pipe(
    v.string(),
    v.regex(/^[1-9]\d{0,5}$/, text.invalidPage),
    v.transform(Number),
    v.maxValue(max, text.invalidPage)
  )
}

/**
 * The query of a list: a page (from 1) of so many, a search, an order (`-field` is descending), and the list's own
 * filters. Search and filters hold without a page too.
 */
// @__NO_SIDE_EFFECTS__
export function listQuery<const Field extends string, const Filters extends v.ObjectEntries = Record<never, never>>(
  fields: readonly Field[],
  filters: Filters = {} as Filters
) {
  const orders = fields.flatMap(field => [field, `-${field}`] as const)
  return v.pipe(
    v.object({
      ...filters,
      page: v.optional(positiveInteger(PAGINATION_MAX_ROWS)),
      per_page: v.optional(positiveInteger(PAGE_SIZE_MAX)),
      q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(SEARCH_MAX_LENGTH, text.searchTooLong))),
      sort: v.optional(v.picklist(orders, text.unknownSort))
    }),
    v.check(query => {
      const { page = 1, per_page = PAGE_SIZE } = query as { page?: number; per_page?: number }
      return page * per_page <= PAGINATION_MAX_ROWS
    }, text.pageTooDeep)
  )
}
