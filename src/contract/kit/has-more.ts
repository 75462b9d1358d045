/**
 * 'true' or 'false' on responses to `page` or `per_page`: whether more rows follow. Missing: the response is the whole
 * list.
 *
 * There is no total, because counting would read every row; the stats have the totals.
 */
export const HAS_MORE_HEADER = 'x-has-more'
