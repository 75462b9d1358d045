import { callPage } from '#client/http/api.ts'
import { listCompensations, listDisputes, listRefunds } from '#contract/payments/refunds.ts'
import { DECIDED_DISPUTES, OPEN_DISPUTES, REFUNDS_IN_REVIEW } from '#domain/admin/screens.ts'
import { isUnanswered } from '#domain/payments/statuses.ts'
import { createListStore } from '#stores/admin/list/create-list.ts'

const shows = ['payments', 'riders'] as const

export const refunds = createListStore({ name: 'refunds', shows, fetchPage: query => callPage(listRefunds, query) })
/** Refunds that need a decision by an admin. */
export const refundReviews = createListStore({
  name: 'refundReviews',
  shows,
  fetchPage: query => callPage(listRefunds, { ...query, ...REFUNDS_IN_REVIEW }),
  isToDo: () => true
})
/** What riders are owed for rides that were cancelled late. */
export const compensations = createListStore({
  name: 'compensations',
  shows,
  fetchPage: query => callPage(listCompensations, query)
})
export const openDisputes = createListStore({
  name: 'openDisputes',
  shows,
  fetchPage: query => callPage(listDisputes, { ...OPEN_DISPUTES, ...query }),
  isToDo: ({ status }) => isUnanswered(status)
})
export const decidedDisputes = createListStore({
  name: 'decidedDisputes',
  shows,
  fetchPage: query => callPage(listDisputes, { ...DECIDED_DISPUTES, ...query })
})
