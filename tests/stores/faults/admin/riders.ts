import { getStats } from '#contract/overview/stats.ts'
import { deleteRider, listRiderMessages, updateRiderPhoto } from '#contract/riders/admin-riders.ts'
import { getLicence } from '#contract/uploads/uploads.ts'
import * as portalRiders from '#messages/admin/riders.ts'
import { loadedRows, openTab, picture } from '#tests/stores/admin/page.ts'
import { mountStores, server } from '#tests/stores/browser-tab.ts'
import type { FaultCase, Screen } from '#tests/stores/faults/faults.ts'
import { storeRow } from './lists.ts'

// The calls about riders.

async function aRider() {
  const { lists } = await openTab('users')
  const [rider] = loadedRows(lists.riders)
  return rider
}

async function viewingLicence(): Promise<Screen> {
  const rider = { ...(await aRider()), license_photo_url: `/api/admin/licenses/${'0'.repeat(32)}` }
  server.answer(getLicence, 'a photo', { 'content-type': 'image/png' })
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined })
  const { $photo, $row, open } = (await import('#stores/admin/riders.ts')).licenceDialog
  mountStores($photo, $row)
  return {
    call: () => open(rider),
    hasSucceeded: () => typeof $photo.get() === 'object',
    isBusy: () => $row.get() !== null && $photo.get() === 'loading',
    message: () => ($photo.get() === 'failed' ? portalRiders.licencePhoto.failed : null)
  }
}

async function readingMessages(): Promise<Screen> {
  const rider = await aRider()
  server.answer(listRiderMessages, [])
  const { $messagedRider, $riderMessages, openRiderMessages } = await import('#stores/admin/riders.ts')
  mountStores($messagedRider, $riderMessages)
  return {
    call: () => openRiderMessages(rider),
    hasSucceeded: () => typeof $riderMessages.get() === 'object',
    isBusy: () => $messagedRider.get() !== null && $riderMessages.get() === 'loading'
  }
}

async function deletingRider(): Promise<Screen> {
  const rider = await aRider()
  server.answer(deleteRider, { message: '' })
  const { deleteRiderDialog } = await import('#stores/admin/riders.ts')
  mountStores(deleteRiderDialog.$row)
  deleteRiderDialog.open(rider)
  return {
    call: deleteRiderDialog.confirm,
    hasSucceeded: () => deleteRiderDialog.$row.get() === null,
    isBusy: () => deleteRiderDialog.$isBusy.get()
  }
}

async function updatingPhoto(): Promise<Screen> {
  const rider = await aRider()
  const { $uploadingPhotoIds, uploadPhoto } = await import('#stores/admin/riders.ts')
  server.answer(updateRiderPhoto, rider)
  const requestsBefore = server.requestCount(getStats)
  return {
    call: () => uploadPhoto(rider, picture()),
    hasSucceeded: () => server.requestCount(getStats) > requestsBefore,
    isBusy: () => $uploadingPhotoIds.get().length > 0
  }
}

export const riderRows: readonly FaultCase[] = [
  {
    file: 'stores/admin/riders.ts',
    isUpload: true,
    endpoint: updateRiderPhoto,
    open: updatingPhoto,
    error: { prefersDetail: true, sentence: portalRiders.riders.updateFailed }
  },
  storeRow('riders', listRiderMessages, readingMessages, portalRiders.riderMessages.failed),
  storeRow('riders', deleteRider, deletingRider, portalRiders.riders.deleteFailed),
  {
    file: 'stores/admin/riders.ts',
    endpoint: getLicence,
    open: viewingLicence,
    error: { sentence: portalRiders.licencePhoto.failed }
  }
]
