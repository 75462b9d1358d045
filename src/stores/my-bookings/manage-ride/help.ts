import { $bookingForHelp, $managedBooking } from '#stores/my-bookings/booking-dialogs.ts'

/** Replaces the panel of the ride by the help. */
export function openHelpDialog(): void {
  $bookingForHelp.set($managedBooking.get())
  $managedBooking.set(null)
}

export function closeHelpDialog(): void {
  $bookingForHelp.set(null)
}
