import { callPage } from '#client/http/api.ts'
import { listLicences } from '#contract/review/review.ts'
import { listRiders } from '#contract/riders/admin-riders.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { createListStore } from '#stores/admin/list/create-list.ts'

export const riders = createListStore({
  name: 'riders',
  shows: ['properties', 'riders'],
  fetchPage: query => callPage(listRiders, query)
})
/** The riders whose licence waits, those who ride soon first. Those from before licences were reviewed can wait. */
export const licences = createListStore({
  name: 'licences',
  shows: ['riders'],
  fetchPage: ({ property_id }) => callPage(listLicences, property_id === undefined ? {} : { property_id }),
  isToDo: ({ waits_since }) => waits_since !== null
})

/** A decision about a rider can cancel rides and renew PINs. */
export const reloadAfterRider = () => reloadAfter('riders', 'pins')
