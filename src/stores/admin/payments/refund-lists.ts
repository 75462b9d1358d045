import { callPage } from '#client/http/api.ts'
import { listRefunds } from '#contract/payments/refunds.ts'
import { createListStore } from '#stores/admin/list/create-list.ts'
import { computed } from '#stores/kit/ssr-values.ts'

/** All refunds. */
export const refunds = createListStore({ fetchPage: query => callPage(listRefunds, query) })
/** Refunds that need a decision by an admin. */
export const reviews = createListStore({ fetchPage: query => callPage(listRefunds, { ...query, status: 'review' }) })

interface PendingReviews {
  /** Rows on the loaded page. */
  count: number
  hasMore: boolean
}

/** How many refunds need a decision by an admin; null until the list has loaded. */
export const $pendingReviews = computed(
  [reviews.$listPage, reviews.$query],
  (listPage, { page }): PendingReviews | null =>
    typeof listPage === 'string' ? null : { count: listPage.rows.length, hasMore: listPage.hasMore || page > 1 }
)
