import { $bookingToHelp, $managedBooking } from '#stores/my-bookings/booking-dialogs.ts'

/** Replaces the panel of the ride by the help. */
export function openHelpDialog(): void {
  $bookingToHelp.set($managedBooking.get())
  $managedBooking.set(null)
}

export function closeHelpDialog(): void {
  $bookingToHelp.set(null)
}
