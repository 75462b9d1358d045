import { atom } from 'nanostores'
import { printPage } from '#client/device/export.ts'
import { call } from '#client/http/api.ts'
import { changePin, type PinChange } from '#contract/catalogue/admin-scooters.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import * as text from '#messages/admin/catalogue/pin-changes.ts'
import { pinChanges, reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { createRowDialog, findRow, whileSaving } from '#stores/admin/kit/row-actions.ts'
import { toast } from '#stores/app/toasts.ts'
import { onRefusal, showFailure } from '#stores/kit/errors.ts'

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

/** The refusals that mean that the list is outdated. */
const STALE_REFUSALS = ['pin_change_outdated', 'scooter_not_found'] as const

export const pinInUseDialog = createRowDialog<PinChange>({
  failureMessage: text.changeFailed,
  findCurrentRow: ({ new_pin, scooter_id }) =>
    findRow(pinChanges, row => row.scooter_id === scooter_id && row.new_pin === new_pin),
  perform: row => send(row, true),
  reload,
  staleRowRefusals: STALE_REFUSALS
})

/** Saves the PIN of a row at once, or asks first. The list reloads if the server knows better. */
export async function confirmPinChange(row: PinChange): Promise<void> {
  if (isInUse(row, new Date())) return pinInUseDialog.open(row)
  const saving = { $ids: $savingPinIds, failureMessage: text.changeFailed, id: row.scooter_id }
  await whileSaving(saving, async () => {
    const saved = send(row, false).then(sentence => toast('success', sentence))
    await onRefusal(saved, [...STALE_REFUSALS, 'scooter_in_use'], refusal => showFailure(refusal, text.changeFailed))
    await reload()
  })
}

export const printPins = printPage
