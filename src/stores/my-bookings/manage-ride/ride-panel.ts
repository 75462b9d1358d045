import type { WritableAtom } from 'nanostores'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { displayStatus } from '#domain/bookings/booking-status.ts'
import { isExtendable } from '#domain/bookings/extension.ts'
import { supportPhone } from '#stores/app/support.ts'
import { whileBusy } from '#stores/kit/errors.ts'
import { isPaid, windowOf } from '#stores/my-bookings/booking-details.ts'
import { $bookingForHelp, $managedBooking } from '#stores/my-bookings/booking-dialogs.ts'

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

/** Replaces the panel of the ride by the help. */
export function openHelpDialog(): void {
  $bookingForHelp.set($managedBooking.get())
  $managedBooking.set(null)
}

export function closeHelpDialog(): void {
  $bookingForHelp.set(null)
}

interface PanelReplacement<Loaded> {
  $isLoading: WritableAtom<boolean>
  /** Shown if loading fails. The panel then stays open. */
  failureMessage: string
  load: (booking: Booking) => Promise<Loaded>
  open: (booking: Booking, loaded: Loaded) => void
}

/**
 * Loads what a dialog shows, then opens it in place of the panel of the ride. It stays closed if the rider has closed
 * the panel meanwhile.
 */
export function replacePanel<Loaded>({
  $isLoading,
  failureMessage,
  load,
  open
}: PanelReplacement<Loaded>): Promise<void> {
  const booking = $managedBooking.get()
  return whileBusy($isLoading, failureMessage, async () => {
    if (booking === null) return
    const loaded = await load(booking)
    if ($managedBooking.get() !== booking) return
    $managedBooking.set(null)
    open(booking, loaded)
  })
}
