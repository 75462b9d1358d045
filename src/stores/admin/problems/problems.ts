import { atom } from 'nanostores'
import { call, callPage } from '#client/http/api.ts'
import { listAllScooters } from '#contract/catalogue/admin-scooters.ts'
import { addProblem, type Problem, updateProblem } from '#contract/problems/problems.ts'
import { getReturnPhoto } from '#contract/uploads/uploads.ts'
import { PAGE_SIZE_MAX } from '#domain/constants.ts'
import { sortRows } from '#domain/kit/rows.ts'
import { newRequestId } from '#domain/kit/text.ts'
import * as adminProblemsText from '#messages/admin/admin-problems.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as roundText from '#messages/admin/round.ts'
import { problems } from '#stores/admin/catalogue/scooter-lists.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { createNoteDialog, createPhotoDialog, createRowDialog, findRow } from '#stores/admin/list/row-dialogs.ts'
import { findNeed } from '#stores/admin/overview/needs.ts'
import { sendOrKeep } from '#stores/admin/staff/round.ts'
import { today } from '#stores/admin/staff/today.ts'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/requests.ts'

// What the staff do about a problem of a scooter.

const reload = () => reloadAfter('problems')

/** The problem as it is now, in the list or among those of the day; null once it is fixed. */
function findProblem({ id }: Problem): Problem | null {
  const isCurrent = (row: Problem) => row.id === id && row.state !== 'fixed'
  return (
    findRow(problems, isCurrent) ??
    findRow(today, () => true)?.problems.find(isCurrent) ??
    findNeed('problem', ({ problem }) => isCurrent(problem))?.problem ??
    null
  )
}

const shared = {
  failureMessage: adminProblemsText.list.failed,
  findCurrentRow: findProblem,
  reload
} as const

export const knownDialog = createNoteDialog({
  ...shared,
  name: 'note',
  perform: async ({ id, scooter_name }: Problem, body: { note: string; state: 'known' }) => {
    await call(updateProblem, { body, params: { id } })
    return adminProblemsText.problemSaved(scooter_name, 'known')
  },
  schema: updateProblem.body,
  toBody: (_, note) => ({ note, state: 'known' as const })
})

/** The box of the question: the scooter can be booked again. */
export const $setsAvailable = atom(true)
export const toggleSetsAvailable = (): void => $setsAvailable.set(!$setsAvailable.get())

export const fixedDialog = createRowDialog<Problem>({
  ...shared,
  perform: async ({ id, scooter_name, scooter_status }) => {
    const isAvailable = scooter_status === 'Maintenance' && $setsAvailable.get()
    const body = { state: 'fixed' as const, ...(isAvailable && { scooter_status: 'Available' as const }) }
    const sentence = await sendOrKeep({ id, kind: 'fixed', scooter_name }, async () => {
      await call(updateProblem, { body, params: { id } })
      return adminProblemsText.problemSaved(scooter_name, 'fixed')
    })
    // The device does not keep the status: much can happen to the scooter until there is a network.
    if (sentence === '' && isAvailable) toast('info', roundText.staysInMaintenance(scooter_name))
    return sentence
  }
})

export function openFixed(row: Problem): void {
  $setsAvailable.set(true)
  fixedDialog.open(row)
}

/** The photo of its report. */
export const problemPhotoDialog = createPhotoDialog<Problem>({
  load: ({ photo_id }) => call(getReturnPhoto, { params: { id: photo_id ?? '' } }),
  name: 'problem'
})

export type ScooterName = Readonly<{ id: string; name: string }>

/** The scooters to choose from, by name. Those of several properties may have the same. */
export async function scooterNames(): Promise<readonly ScooterName[]> {
  const { rows } = await callPage(listAllScooters, { page: '1', per_page: String(PAGE_SIZE_MAX) })
  return sortRows(rows, 'name').map(({ id, name, property_name }) => ({
    id,
    name: listsText.scooterAt(name, property_name ?? '')
  }))
}

export const $damagedScooter = atom('')
export const chooseDamagedScooter = (id: string): void => $damagedScooter.set(id)
export const $isDamageLoading = atom(false)

/** Notes a damage that riders are told of. A repeated request adds one note. */
export const damageDialog = createNoteDialog({
  failureMessage: adminProblemsText.list.failed,
  findCurrentRow: (row: { id: string; scooters: readonly ScooterName[] }) => row,
  name: 'note',
  perform: async (_, body: { id: string; note: string; scooter_id: string }) => {
    await call(addProblem, { body })
    return adminProblemsText.list.noted
  },
  reload,
  schema: addProblem.body,
  toBody: ({ id }, note) => ({ id, note, scooter_id: $damagedScooter.get() })
})

/** Reads the scooters first. */
export function openNoteDamage(): Promise<void> {
  return whileBusy($isDamageLoading, dashboardText.dashboardLoadFailed, async () => {
    const scooters = await scooterNames()
    $damagedScooter.set(scooters[0]?.id ?? '')
    damageDialog.open({ id: newRequestId(), scooters })
  })
}
