import { atom, type WritableAtom } from 'nanostores'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { cancelHoldFailed, helpFailed } from '#messages/my-bookings.ts'
import { whileBusy } from '#stores/kit/busy.ts'

// The dialogs of a booking card: to cancel an unpaid hold, which frees the slot before the hold expires, and to get
// help. Their code is loaded when one is first opened, because most riders need none.

/** The booking that the open dialog is about. */
export const $holdToCancel = atom<Booking | null>(null)
export const $bookingToHelp = atom<Booking | null>(null)

/** The booking whose dialog was opened last. */
export const $dialogBookingId = atom<string | null>(null)
/** Loading state of the dialogs' code. */
export const $isDialogLoading = atom(false)
export const $isDialogLoaded = atom(false)

type LoadDialogs = () => Promise<unknown>

function open($booking: WritableAtom<Booking | null>, booking: Booking, failed: string, loadDialogs: LoadDialogs) {
  $dialogBookingId.set(booking.id)
  return whileBusy($isDialogLoading, failed, async () => {
    await loadDialogs()
    $isDialogLoaded.set(true)
    $booking.set(booking)
  })
}

export function openCancelHoldDialog(booking: Booking, loadDialogs: LoadDialogs): Promise<void> {
  return open($holdToCancel, booking, cancelHoldFailed, loadDialogs)
}

export function openHelpDialog(booking: Booking, loadDialogs: LoadDialogs): Promise<void> {
  return open($bookingToHelp, booking, helpFailed, loadDialogs)
}

export function closeCancelHoldDialog(): void {
  $holdToCancel.set(null)
}

export function closeHelpDialog(): void {
  $bookingToHelp.set(null)
}
