import { whoRode } from '#contract/catalogue/who-rode.ts'
import { getStats } from '#contract/overview/stats.ts'
import { addRiderNote, decideLicence, getRiderFile, setSuspension } from '#contract/review/review.ts'
import { deleteRider, listRiderMessages, updateRiderPhoto } from '#contract/riders/admin-riders.ts'
import { getLicence } from '#contract/uploads/uploads.ts'
import * as reviewText from '#messages/admin/review.ts'
import * as ridersText from '#messages/admin/riders.ts'
import * as whoRodeText from '#messages/admin/who-rode.ts'
import { loadedRows, openTab, picture, riderFile, waitingLicence } from '#tests/stores/admin/page.ts'
import { mountStores, openPage, server, waitForTask } from '#tests/stores/browser-tab.ts'
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
  const { $photo, $row, open } = (await import('#stores/admin/riders/riders.ts')).licenceDialog
  mountStores($photo, $row)
  return {
    call: () => open(rider),
    hasSucceeded: () => typeof $photo.get() === 'object',
    isBusy: () => $row.get() !== null && $photo.get() === 'loading',
    message: () => ($photo.get() === 'failed' ? ridersText.licencePhoto.failed : null)
  }
}

async function askingWhoRode(): Promise<Screen> {
  openPage('/admin/who-rode/7?at=2026-06-15T14:14:00.000Z', 'admin')
  server.answer(whoRode, { around: [], registration_number: null, rides: [], scooter_name: 'Ather' })
  const { $whoRode, loadWhoRode } = await import('#stores/admin/catalogue/who-rode.ts')
  return {
    call: () => mountStores($whoRode),
    retry: loadWhoRode,
    hasSucceeded: () => typeof $whoRode.get() === 'object',
    isBusy: () => $whoRode.get() === 'loading'
  }
}

async function readingMessages(): Promise<Screen> {
  const rider = await aRider()
  server.answer(listRiderMessages, [])
  const { $messagedRider, $riderMessages, openRiderMessages } = await import('#stores/admin/riders/riders.ts')
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
  const { deleteRiderDialog } = await import('#stores/admin/riders/riders.ts')
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
  const { $uploadingPhotoIds, uploadPhoto } = await import('#stores/admin/riders/riders.ts')
  server.answer(updateRiderPhoto, rider)
  const requestsBefore = server.requestCount(getStats)
  return {
    call: () => uploadPhoto(rider, picture()),
    hasSucceeded: () => server.requestCount(getStats) > requestsBefore,
    isBusy: () => $uploadingPhotoIds.get().length > 0
  }
}

async function openedFile() {
  await openTab('licences')
  server.answer(getRiderFile, riderFile)
  server.answer(getLicence, 'a photo', { 'content-type': 'image/png' })
  server.answer(decideLicence, riderFile)
  server.answer(setSuspension, riderFile)
  server.answer(addRiderNote, { created_at: '', id: 'n', kind: 'note', text: 'Has a helmet' })
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined })
  const store = await import('#stores/admin/riders/rider-file.ts')
  mountStores(store.$riderFile, store.approval.$row, store.approval.fields.$fields, store.noteForm.$fields)
  return store
}

async function openingFile(): Promise<Screen> {
  const { $riderFile, openRider } = await openedFile()
  return {
    call: () => openRider(waitingLicence),
    hasSucceeded: () => typeof $riderFile.get() === 'object',
    isBusy: () => $riderFile.get() === 'loading'
  }
}

async function approvingLicence(): Promise<Screen> {
  const { approval, openRider } = await openedFile()
  await waitForTask(openRider(waitingLicence))
  approval.fields.setField('expires_on', '2031-03-12')
  return {
    call: approval.confirm,
    hasSucceeded: () => approval.fields.$fields.get().expires_on === '',
    isBusy: () => approval.$isBusy.get(),
    preservedInput: () => approval.fields.$fields.get()
  }
}

async function suspending(): Promise<Screen> {
  const { openRider, suspendDialog } = await openedFile()
  await waitForTask(openRider(waitingLicence))
  mountStores(suspendDialog.$row, suspendDialog.fields.$fields)
  suspendDialog.open(riderFile)
  suspendDialog.fields.setField('reason', 'Rode without a helmet')
  return {
    call: suspendDialog.confirm,
    hasSucceeded: () => suspendDialog.$row.get() === null,
    isBusy: () => suspendDialog.$isBusy.get(),
    preservedInput: () => suspendDialog.fields.$fields.get()
  }
}

async function addingNote(): Promise<Screen> {
  const { $isSavingNote, addNote, noteForm, openRider } = await openedFile()
  await waitForTask(openRider(waitingLicence))
  noteForm.setField('text', 'Has a helmet')
  return {
    call: addNote,
    hasSucceeded: () => noteForm.$fields.get().text === '',
    isBusy: () => $isSavingNote.get(),
    preservedInput: () => noteForm.$fields.get()
  }
}

export const riderRows: readonly FaultCase[] = [
  {
    file: 'stores/admin/riders/riders.ts',
    isUpload: true,
    endpoint: updateRiderPhoto,
    open: updatingPhoto,
    error: { prefersDetail: true, sentence: ridersText.list.updateFailed }
  },
  storeRow('catalogue/who-rode', whoRode, askingWhoRode, whoRodeText.loadFailed),
  storeRow('riders/riders', listRiderMessages, readingMessages, ridersText.riderMessages.failed),
  storeRow('riders/riders', deleteRider, deletingRider, ridersText.list.deleteFailed),
  storeRow('riders/rider-file', getRiderFile, openingFile, reviewText.riderPanel.loadFailed),
  storeRow('riders/rider-file', decideLicence, approvingLicence, reviewText.decisionFailed),
  storeRow('riders/rider-file', setSuspension, suspending, reviewText.decisionFailed),
  storeRow('riders/rider-file', addRiderNote, addingNote, reviewText.riderPanel.noteFailed),
  {
    file: 'stores/admin/riders/riders.ts',
    endpoint: getLicence,
    open: viewingLicence,
    error: { sentence: ridersText.licencePhoto.failed }
  }
]
