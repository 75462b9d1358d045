import { callPage } from '#client/http/api.ts'
import { IS_EXTERNAL_BACKEND } from '#client/http/config.ts'
import { listRefunds } from '#contract/payments/refunds.ts'
import { createListStore } from '#stores/admin/kit/create-list.ts'
import { computed } from '#stores/kit/ssr-values.ts'

/** Only our own backend tells what becomes of a booking's money, and gives it back. */
export const SUPPORTS_PAYMENTS = !IS_EXTERNAL_BACKEND

/** All money that goes back. */
export const refunds = createListStore({ fetchPage: query => callPage(listRefunds, query) })
/** What of it needs a person. */
export const reviews = createListStore({ fetchPage: query => callPage(listRefunds, { ...query, status: 'review' }) })

interface PendingReviews {
  /** Of the page that is here. */
  count: number
  has_more: boolean
}

/** How many refunds need a person; null while that is not known. */
export const $pendingReviews = computed(
  [reviews.$listPage, reviews.$query],
  (listPage, { page }): PendingReviews | null =>
    typeof listPage === 'string' ? null : { count: listPage.rows.length, has_more: listPage.has_more || page > 1 }
)
