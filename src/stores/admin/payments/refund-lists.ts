import { callPage } from '#client/http/api.ts'
import { listRefunds } from '#contract/payments/refunds.ts'
import { REFUNDS_IN_REVIEW } from '#domain/portal/list-queries.ts'
import { createListStore } from '#stores/admin/list/create-list.ts'
import { loadedCount } from '#stores/admin/list/loaded-count.ts'

/** All refunds. */
export const refunds = createListStore({ fetchPage: query => callPage(listRefunds, query) })
/** Refunds that need a decision by an admin. */
export const reviews = createListStore({
  fetchPage: query => callPage(listRefunds, { ...query, ...REFUNDS_IN_REVIEW })
})

export const $pendingReviews = loadedCount(reviews)
