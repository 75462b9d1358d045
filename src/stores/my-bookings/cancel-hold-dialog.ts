import { atom } from 'nanostores'
import { IS_EXTERNAL_BACKEND } from '#client/http/config.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { cancelHoldFailed } from '#messages/my-bookings.ts'
import { whileBusy } from '#stores/kit/busy.ts'

// A rider can cancel an unpaid hold, which frees the slot before the hold expires.

/** External backends cannot cancel a hold. */
export const CAN_CANCEL_HOLD = !IS_EXTERNAL_BACKEND

/** The booking that the open dialog is about. */
export const $holdToCancel = atom<Booking | null>(null)
/** Loading state of the dialog, whose code is loaded when it is first opened. */
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
