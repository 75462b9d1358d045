import { callPage } from '#client/http/api.ts'
import { listPinChanges } from '#contract/catalogue/pins/pin-changes.ts'
import { PIN_CHANGES_PAGE_SIZE } from '#domain/portal/list-queries.ts'
import { createListStore } from '#stores/admin/list/create-list.ts'
import { loadedCount } from '#stores/admin/list/loaded-count.ts'

/** The scooters whose lock needs a new PIN. A page is long, because it is printed. */
export const pinChanges = createListStore({
  fetchPage: query => callPage(listPinChanges, { ...query, per_page: String(PIN_CHANGES_PAGE_SIZE) })
})

export const $pinChangeCount = loadedCount(pinChanges)
