import { callPage } from '#client/http/api.ts'
import { listDisputes } from '#contract/payments/disputes.ts'
import { isUnanswered } from '#domain/payments/disputes.ts'
import { createListStore } from '#stores/admin/list/create-list.ts'
import { computed } from '#stores/kit/ssr-values.ts'

/** Sorted by deadline, earliest first. */
export const openDisputes = createListStore({
  fetchPage: query => callPage(listDisputes, { sort: 'respond_by', ...query, is_decided: 'false' })
})
/** Sorted by outcome date, newest first. */
export const decidedDisputes = createListStore({
  fetchPage: query => callPage(listDisputes, { sort: '-told_at', ...query, is_decided: 'true' })
})

/** The number of unanswered disputes on the loaded page; null until the list has loaded. */
export const $unansweredDisputes = computed([openDisputes.$listPage, openDisputes.$query], (result, { page }) =>
  typeof result === 'string'
    ? null
    : { count: result.rows.filter(({ status }) => isUnanswered(status)).length, hasMore: result.hasMore || page > 1 }
)
