import { callPage } from '#client/http/api.ts'
import { listDisputes } from '#contract/payments/disputes.ts'
import { isUnanswered } from '#domain/payments/disputes.ts'
import { createListStore } from '#stores/admin/list/create-list.ts'
import { loadedCount } from '#stores/admin/list/loaded-count.ts'

/** Sorted by deadline, earliest first. */
export const openDisputes = createListStore({
  fetchPage: query => callPage(listDisputes, { sort: 'respond_by', ...query, is_decided: 'false' })
})
/** Sorted by outcome date, newest first. */
export const decidedDisputes = createListStore({
  fetchPage: query => callPage(listDisputes, { sort: '-told_at', ...query, is_decided: 'true' })
})

export const $unansweredDisputes = loadedCount(openDisputes, ({ status }) => isUnanswered(status))
