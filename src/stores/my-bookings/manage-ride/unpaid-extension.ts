import type { Booking } from '#contract/bookings/my-bookings.ts'
import { displayStatus } from '#domain/bookings/booking-status.ts'
import { $unconfirmedIds, isUnconfirmed } from '#stores/payment/unconfirmed-payments.ts'

/** The unpaid extension of a ride as a booking, which is paid, cancelled and confirmed like any other. */
export function unpaidExtensionOf(ride: Booking): Booking | null {
  const { extension } = ride
  if (!extension) return null
  return {
    ...ride,
    ...extension,
    extension: null,
    kind: 'extension',
    otp_pin: null,
    payment_status: 'Pending',
    start_time: ride.end_time
  }
}

/** The same while it waits for its payment. Null if the payment is unconfirmed. */
export function payableExtensionOf(ride: Booking, now: Date): Booking | null {
  const extension = unpaidExtensionOf(ride)
  if (!extension || isUnconfirmed(extension, $unconfirmedIds.get())) return null
  return displayStatus(extension, now) === 'Payment Pending' ? extension : null
}

/** The bookings, and the unpaid extensions of rides among them. */
export const withUnpaidExtensions = (bookings: readonly Booking[]): Booking[] =>
  bookings.flatMap(booking => [booking, unpaidExtensionOf(booking)].filter(item => item !== null))
