import { atom } from 'nanostores'
import { printPage } from '#client/device/admin-browser.ts'
import { call } from '#client/http/api.ts'
import { ApiProblem } from '#client/http/problem.ts'
import { changePin } from '#contract/catalogue/change-pin.ts'
import type { PinChange } from '#contract/catalogue/pin-changes.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import * as text from '#messages/admin/catalogue/pin-changes.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { createRowDialog, findRow } from '#stores/admin/kit/row-dialog.ts'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/while-busy.ts'
import { pinChanges } from './pin-change-list.ts'

// An admin confirms that a lock has its new PIN. While somebody rides the scooter, a dialog asks first.

/** Ids of the scooters whose PIN is being saved. */
export const $savingPinIds = atom<readonly string[]>([])

export function isInUse({ in_use_until }: PinChange, now: Date): boolean {
  return in_use_until !== null && parseInstant(in_use_until) > now
}

/** Sends the PIN that the admin has set, so an outdated list never saves another one. */
async function send({ new_pin, scooter_id, scooter_name }: PinChange, isForced: boolean): Promise<string> {
  await call(changePin, { body: { anyway: isForced, new_pin }, params: { scooter_id } })
  return text.changed(scooter_name)
}

const reload = () => reloadAfter('scooters')

export const inUseDialog = createRowDialog<PinChange>({
  failureMessage: text.changeFailed,
  findCurrentRow: ({ new_pin, scooter_id }) =>
    findRow(pinChanges, row => row.scooter_id === scooter_id && row.new_pin === new_pin),
  perform: row => send(row, true),
  reload,
  staleRowRefusals: ['pin_change_outdated', 'scooter_not_found']
})

/** Saves the PIN of a row at once, or asks first. The list reloads if the server knows better. */
export async function confirmPinChange(row: PinChange): Promise<void> {
  const { scooter_id } = row
  if ($savingPinIds.get().includes(scooter_id)) return
  if (isInUse(row, new Date())) return inUseDialog.open(row)
  $savingPinIds.set([...$savingPinIds.get(), scooter_id])
  let shouldReload = false
  // Several locks may be changed at once, so each has its own busy flag.
  await whileBusy(atom(false), text.changeFailed, async () => {
    const sentence = await send(row, false).catch((error: unknown) => {
      shouldReload = error instanceof ApiProblem && error.code !== undefined
      throw error
    })
    shouldReload = true
    toast('success', sentence)
  })
  if (shouldReload) await reload()
  $savingPinIds.set($savingPinIds.get().filter(id => id !== scooter_id))
}

export const printPins = printPage
