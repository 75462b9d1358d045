import { atom } from 'nanostores'
import { IS_EXTERNAL_BACKEND } from '#client/http/config.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { cancelHoldFailed } from '#messages/my-bookings.ts'
import { whileBusy } from '#stores/kit/busy.ts'

// A rider who does not want to pay after all frees the time at once, before its hold ends.

/** Only our own backend takes a hold back. */
export const CAN_CANCEL_HOLD = !IS_EXTERNAL_BACKEND

/** The booking that the rider is asked about. */
export const $holdToCancel = atom<Booking | null>(null)
/** The question is on its way, and is there: it comes when it is first asked. */
export const $isDialogLoading = atom(false)
export const $isDialogLoaded = atom(false)

export function openCancelHoldDialog(booking: Booking, loadDialog: () => Promise<unknown>): Promise<void> {
  return whileBusy($isDialogLoading, cancelHoldFailed, async () => {
    await loadDialog()
    $isDialogLoaded.set(true)
    $holdToCancel.set(booking)
  })
}

export function closeCancelHoldDialog(): void {
  $holdToCancel.set(null)
}
