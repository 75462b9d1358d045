import { callPage } from '#client/http/api.ts'
import { listDisputes } from '#contract/payments/disputes.ts'
import { isUnanswered } from '#domain/disputes.ts'
import { createListing } from '#stores/admin/kit/create-list.ts'
import { computed } from '#stores/kit/ssr-values.ts'

/** The most pressing first. */
export const openDisputes = createListing({
  ask: query => callPage(listDisputes, { sort: 'respond_by', ...query, is_decided: 'false' })
})
/** The latest outcome first. */
export const decidedDisputes = createListing({
  ask: query => callPage(listDisputes, { sort: '-told_at', ...query, is_decided: 'true' })
})

/** How many disputes of the first page wait for an answer; null while that is not known. */
export const $unanswered = computed([openDisputes.$drawn, openDisputes.$wish], (drawn, { page }) =>
  typeof drawn === 'string'
    ? null
    : { count: drawn.rows.filter(({ status }) => isUnanswered(status)).length, has_more: drawn.has_more || page > 1 }
)
