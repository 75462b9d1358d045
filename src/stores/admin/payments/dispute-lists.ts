import { callPage } from '#client/http/api.ts'
import { listDisputes } from '#contract/payments/disputes.ts'
import { isUnanswered } from '#domain/payments/disputes.ts'
import { DECIDED_DISPUTES, OPEN_DISPUTES } from '#domain/portal/list-queries.ts'
import { createListStore } from '#stores/admin/list/create-list.ts'
import { loadedCount } from '#stores/admin/list/loaded-count.ts'

/** Sorted by deadline, earliest first. */
export const openDisputes = createListStore({
  fetchPage: query => callPage(listDisputes, { ...OPEN_DISPUTES, ...query })
})
/** Sorted by outcome date, newest first. */
export const decidedDisputes = createListStore({
  fetchPage: query => callPage(listDisputes, { ...DECIDED_DISPUTES, ...query })
})

export const $unansweredDisputes = loadedCount(openDisputes, ({ status }) => isUnanswered(status))
