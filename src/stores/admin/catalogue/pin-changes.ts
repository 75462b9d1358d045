import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { changePin, type PinChange } from '#contract/catalogue/admin-scooters.ts'
import { aheadOf } from '#domain/bookings/rides.ts'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import { pinChanges, reloadAfterScooter } from '#stores/admin/catalogue/scooter-lists.ts'
import { createRowDialog, findRow } from '#stores/admin/list/row-dialogs.ts'
import { findNeed } from '#stores/admin/overview/needs.ts'
import { sendOrKeep } from '#stores/admin/staff/round.ts'
import { toast } from '#stores/app/toasts.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { busyRow, isOutdated, onRefusal, showFailure, whileBusy } from '#stores/kit/requests.ts'

// An admin confirms that a lock has its new PIN. While a rider has the scooter, a dialog asks first.

/** Ids of the scooters whose PIN is being saved. */
export const $savingPinIds = atom<readonly string[]>([])

/** A rider has the scooter: on a ride, or late. */
const isInUse = ({ in_use_until, is_late }: PinChange, now: Date): boolean =>
  Boolean(is_late) || aheadOf(now, in_use_until) !== null

/** Sends the PIN that the admin has set, so an outdated list never saves another one. '' if this device keeps it. */
function sendPin(change: PinChange, anyway: boolean): Promise<string> {
  const { new_pin, scooter_id, scooter_name } = change
  // Who rides it now is no matter of the lock.
  const pressed = { ...change, in_use_by: null, in_use_phone: null, in_use_until: null, is_late: null }
  return sendOrKeep({ change: pressed, id: scooter_id, kind: 'changed', scooter_name }, async () => {
    await call(changePin, { body: { anyway, new_pin }, params: { scooter_id } })
    return pinChangesText.changed(scooter_name)
  })
}

export const pinInUseDialog = createRowDialog<PinChange>({
  failureMessage: pinChangesText.changeFailed,
  findCurrentRow: ({ new_pin, scooter_id }) => {
    const isSame = (row: PinChange) => row.scooter_id === scooter_id && row.new_pin === new_pin
    return findRow(pinChanges, isSame) ?? findNeed('pin', ({ change }) => isSame(change))?.change ?? null
  },
  perform: row => sendPin(row, true),
  reload: reloadAfterScooter
})

/** Saves the PIN of a row at once, or asks first. The list reloads if the server knows better. */
export async function confirmPinChange(row: PinChange): Promise<void> {
  if (isInUse(row, currentTime())) return pinInUseDialog.open(row)
  await whileBusy(busyRow($savingPinIds, row.scooter_id), pinChangesText.changeFailed, async () => {
    const isKept = await onRefusal(
      sendPin(row, false).then(sentence => {
        if (sentence) toast('success', sentence)
        return sentence === ''
      }),
      isOutdated,
      refusal => {
        showFailure(refusal, pinChangesText.changeFailed)
        return false
      }
    )
    if (!isKept) await reloadAfterScooter()
  })
}
