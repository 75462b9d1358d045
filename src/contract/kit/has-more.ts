/**
 * 'true' or 'false' on the answer to a question with `page` or `per_page`: whether there is more after it. Missing: the
 * answer is the whole list. A total would be counted row by row; those of the whole lists are in the stats.
 */
export const HAS_MORE_HEADER = 'x-has-more'
