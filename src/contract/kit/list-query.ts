import * as v from 'valibot'
import { PAGE_SIZE, PAGE_SIZE_MAX, PAGINATION_MAX_ROWS, SEARCH_MAX_LENGTH } from '#domain/constants.ts'
import { cleanLine } from '#domain/kit/text.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as apiErrorsText from '#messages/api-errors.ts'

// Query parameters of the admin lists. Without them a list is complete and newest first. A backend without parameters
// always returns that, and the browser cuts the page.

// @__NO_SIDE_EFFECTS__
export function positiveInteger(max: number, invalid: string = apiErrorsText.invalidPage) {
  return v.pipe(v.string(invalid), v.regex(/^[1-9]\d{0,5}$/, invalid), v.transform(Number), v.maxValue(max, invalid))
}

/** A filter of a list that is 'true' or 'false'. */
export const booleanFilter = v.optional(v.picklist(['true', 'false'], apiErrorsText.unknownFilter))

/** A filter of a list that can be searched. */
export const search = {
  q: v.optional(
    v.pipe(v.string(), v.trim(), v.maxLength(SEARCH_MAX_LENGTH, listsText.searchTooLong), v.transform(cleanLine))
  )
}

/**
 * Query of a list: page (from 1), page size, sort order (`-field` is descending) and the list's own filters, which also
 * work without a page.
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
      sort: v.optional(v.picklist(orders, listsText.unknownSort))
    }),
    v.check(query => {
      const { page = 1, per_page = PAGE_SIZE } = query as { page?: number; per_page?: number }
      return page * per_page <= PAGINATION_MAX_ROWS
    }, listsText.pageTooDeep)
  )
}

/**
 * 'true' or 'false' on responses to `page` or `per_page`: whether more rows follow. Missing: the response is the whole
 * list.
 *
 * There is no total, because counting would read every row; the stats have the totals.
 */
export const HAS_MORE_HEADER = 'x-has-more'
