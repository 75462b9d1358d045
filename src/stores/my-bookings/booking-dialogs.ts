import { atom, type WritableAtom } from 'nanostores'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { IS_BACKEND_EMBEDDED } from '#domain/backend.ts'
import { cancelFailed } from '#messages/labels.ts'
import { manageFailed } from '#messages/my-bookings/my-bookings.ts'
import { whileBusy } from '#stores/kit/requests.ts'

// The dialogs of a booking card: what can be done with a paid ride, its extension, the confirmation of a cancellation,
// and help. Their code is loaded when one is first opened, because most riders need none.

/** The booking that the open dialog is about. */
export const $managedBooking = atom<Booking | null>(null)
export const $bookingToCancel = atom<Booking | null>(null)
export const $bookingToExtend = atom<Booking | null>(null)
export const $bookingForHelp = atom<Booking | null>(null)

/** The booking whose dialog was opened last. */
export const $dialogBookingId = atom<string | null>(null)
/** Loading state of the dialogs' code. */
export const $isDialogLoading = atom(false)
export const $isDialogLoaded = atom(false)

type LoadDialogs = () => Promise<unknown>

function openWith($booking: WritableAtom<Booking | null>, failed: string) {
  return (booking: Booking, loadDialogs: LoadDialogs): Promise<void> => {
    $dialogBookingId.set(booking.id)
    return whileBusy($isDialogLoading, failed, async () => {
      await loadDialogs()
      $isDialogLoaded.set(true)
      $booking.set(booking)
    })
  }
}

/** For an unpaid hold. The dialog of a paid booking first reads its refund (stores/my-bookings/manage-ride.ts). */
export const openCancelDialog = openWith($bookingToCancel, cancelFailed)

/** For a paid ride: what can be done with it, or only the help. */
export const openRideDialog = openWith(IS_BACKEND_EMBEDDED ? $managedBooking : $bookingForHelp, manageFailed)
