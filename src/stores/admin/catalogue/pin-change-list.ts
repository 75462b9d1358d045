import { callPage } from '#client/http/api.ts'
import { listPinChanges } from '#contract/catalogue/pin-changes.ts'
import { PAGE_SIZE_MAX } from '#domain/constants.ts'
import { createListStore } from '#stores/admin/list/create-list.ts'
import { computed } from '#stores/kit/ssr-values.ts'

/** The scooters whose lock needs a new PIN. A page is long, because it is printed. */
export const pinChanges = createListStore({
  fetchPage: query => callPage(listPinChanges, { ...query, per_page: String(PAGE_SIZE_MAX) })
})

/** How many there are on the loaded page, and whether there are more; null until the list has loaded. */
export const $pinChangeCount = computed([pinChanges.$listPage, pinChanges.$query], (listPage, { page }) =>
  typeof listPage === 'string' ? null : { count: listPage.rows.length, hasMore: listPage.hasMore || page > 1 }
)
