import { onSet } from 'nanostores'
import * as v from 'valibot'
import { type Booking, booking } from '#contract/bookings/my-bookings.ts'
import { RIDE_CHANGED_EVENT } from '#stores/app/send-pending.ts'
import { openDialog } from '#stores/my-bookings/booking-dialogs.ts'
import { $bookings } from '#stores/my-bookings/bookings.ts'

// A ride is returned or extended on Home as in My Bookings, whose stores know only this ride until they reload.

let opened: readonly Booking[] = []

// Tells Home of a return or a payment. A listener would start all that My Bookings does while it is open.
onSet($bookings, ({ newValue }) => {
  if (newValue !== opened) dispatchEvent(new Event(RIDE_CHANGED_EVENT))
})

/** `json` is the ride as Home was rendered with it. */
export function openRide(dialog: 'extend' | 'return', json: string): Promise<void> {
  const ride = v.parse(booking, JSON.parse(json))
  opened = [ride]
  $bookings.set(opened)
  return openDialog(dialog, ride)
}
