import type { Booking } from '#contract/bookings/my-bookings.ts'
import { displayStatus } from '#domain/bookings/booking-status.ts'
import { isExtendable } from '#domain/bookings/extension.ts'
import { supportPhone } from '#stores/app/support.ts'
import { isPaid, windowOf } from '#stores/my-bookings/booking-details.ts'
import { $managedBooking } from '#stores/my-bookings/booking-dialogs.ts'

/** 'help' shows steps about the PIN; 'contact' leads to support at once. */
export type RideAction = 'book_again' | 'calendar' | 'cancel' | 'contact' | 'extend' | 'help' | 'remind' | 'return'

interface RideState {
  /** Whether this device can show reminders, or can after a step of the rider. */
  hasReminders: boolean
  isOffline: boolean
  now: Date
}

/** What a rider can do with a booking that was paid, the most likely first. What is not possible is left out. */
export function rideActions(booking: Booking, { hasReminders, isOffline, now }: RideState): readonly RideAction[] {
  const status = displayStatus(booking, now)
  const isAhead = status === 'Active' || status === 'Upcoming'
  const hasSupport = supportPhone(booking.support_phone) !== ''
  const actions: [RideAction, isPossible: boolean][] = [
    ['return', status === 'Active'],
    ['calendar', status === 'Upcoming'],
    ['extend', canExtend(booking, now)],
    ['remind', isAhead && hasReminders],
    // Offline, a call may still work. The steps about the PIN end with the same call.
    ['help', isAhead && !(isOffline && hasSupport)],
    ['contact', hasSupport && (isOffline || !isAhead)],
    ['book_again', !isAhead && Boolean(booking.scooter?.id)],
    ['cancel', status === 'Upcoming']
  ]
  return actions.flatMap(([action, isPossible]) => (isPossible ? [action] : []))
}

/** The server also knows whether the scooter is free; it answers when the rider asks for the extensions. */
function canExtend(booking: Booking, now: Date): boolean {
  return isPaid(booking) && !booking.extension && !booking.returned_at && isExtendable(windowOf(booking).end, now)
}

export function closeManageDialog(): void {
  $managedBooking.set(null)
}
