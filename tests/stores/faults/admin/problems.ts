import { listAllScooters } from '#contract/catalogue/admin-scooters.ts'
import { addProblem, listProblems, listRidesInside, updateProblem } from '#contract/problems/problems.ts'
import { getReturnPhoto } from '#contract/uploads/uploads.ts'
import * as adminProblemsText from '#messages/admin/admin-problems.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as ridesText from '#messages/admin/rides.ts'
import { loadedRows, openTab, problem } from '#tests/stores/admin/page.ts'
import { mountStores, server } from '#tests/stores/browser-tab.ts'
import type { FaultCase, Screen } from '#tests/stores/faults/faults.ts'
import { listRow, storeRow } from './lists.ts'

// The calls about what is wrong with scooters.

async function opened() {
  const { lists } = await openTab('problems')
  server.answer(updateProblem, problem)
  server.answer(addProblem, { hits: [], problem })
  const store = await import('#stores/admin/problems/problems.ts')
  return { ...store, first: loadedRows(lists.problems)[0] }
}

async function marking(which: 'damage' | 'known'): Promise<Screen> {
  const { damageDialog, first, knownDialog, openNoteDamage } = await opened()
  const dialog = which === 'known' ? knownDialog : damageDialog
  if (which === 'known') knownDialog.open(first)
  else await openNoteDamage()
  dialog.fields.setField('note', 'left mirror scratched')
  return {
    call: dialog.confirm,
    hasSucceeded: () => dialog.$row.get() === null,
    isBusy: () => dialog.$isBusy.get(),
    preservedInput: () => dialog.fields.$fields.get().note
  }
}

async function fixing(): Promise<Screen> {
  const { first, fixedDialog, openFixed } = await opened()
  openFixed(first)
  return {
    call: fixedDialog.confirm,
    hasSucceeded: () => fixedDialog.$row.get() === null,
    isBusy: () => fixedDialog.$isBusy.get()
  }
}

async function choosingScooter(): Promise<Screen> {
  const { $isDamageLoading, damageDialog, openNoteDamage } = await opened()
  return {
    call: openNoteDamage,
    hasSucceeded: () => damageDialog.$row.get() !== null,
    isBusy: () => $isDamageLoading.get()
  }
}

async function openedWindow() {
  await opened()
  server.answer(listRidesInside, [])
  const store = await import('#stores/admin/problems/block-scooter.ts')
  return store
}

async function blocking(): Promise<Screen> {
  const { $isBlocking, $scooters, block, blockForm, openBlock } = await openedWindow()
  await openBlock()
  blockForm.setField('note', 'New brakes')
  return {
    call: block,
    hasSucceeded: () => $scooters.get() === null,
    isBusy: () => $isBlocking.get(),
    message: () => blockForm.$formError.get(),
    preservedInput: () => blockForm.$fields.get().note
  }
}

async function loadingRidesInside(): Promise<Screen> {
  const { $ridesInside, loadRidesInside, openBlock } = await openedWindow()
  await openBlock()
  return {
    call: loadRidesInside,
    hasSucceeded: () => Array.isArray($ridesInside.get()),
    isBusy: () => $ridesInside.get() === 'loading',
    message: () => ($ridesInside.get() === 'failed' ? adminProblemsText.blocking.ridesFailed : null)
  }
}

async function viewingPhoto(): Promise<Screen> {
  const { first, problemPhotoDialog } = await opened()
  server.answer(getReturnPhoto, 'a photo', { 'content-type': 'image/png' })
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined })
  const { $photo, $row, open } = problemPhotoDialog
  mountStores($photo, $row)
  return {
    call: () => open(first),
    hasSucceeded: () => typeof $photo.get() === 'object',
    isBusy: () => $photo.get() === 'loading',
    message: () => ($photo.get() === 'failed' ? ridesText.returnPhoto.failed : null)
  }
}

export const problemRows: readonly FaultCase[] = [
  listRow('catalogue/to-do-lists', listProblems, 'problems'),
  storeRow('problems/problems', updateProblem, () => marking('known'), adminProblemsText.list.failed),
  storeRow('problems/problems', updateProblem, fixing, adminProblemsText.list.failed),
  storeRow('problems/problems', addProblem, () => marking('damage'), adminProblemsText.list.failed),
  storeRow('problems/block-scooter', addProblem, blocking, adminProblemsText.blocking.failed),
  {
    file: 'stores/admin/problems/block-scooter.ts',
    endpoint: listRidesInside,
    open: loadingRidesInside,
    error: { sentence: adminProblemsText.blocking.ridesFailed }
  },
  storeRow('problems/problems', listAllScooters, choosingScooter, dashboardText.dashboardLoadFailed),
  {
    file: 'stores/admin/problems/problems.ts',
    endpoint: getReturnPhoto,
    open: viewingPhoto,
    error: { sentence: ridesText.returnPhoto.failed }
  }
]
