import type { Booking } from '#contract/bookings/my-bookings.ts'
import { type DisplayStatus, displayStatus } from '#domain/bookings/booking-status.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { $unconfirmedIds, isUnconfirmed } from '#stores/payment/unconfirmed-payments.ts'
import { isCancelledOrRefunded } from './booking-details.ts'

export interface BookingSections {
  /** Paid rides that have not ended or can be extended now, and unpaid holds; soonest first. */
  current: Booking[]
  /** Those with a notice come first, then the latest. */
  not_completed: Booking[]
  /** Latest first. */
  past: Booking[]
}

/**
 * True if a notice on top of the page tells that this booking was cancelled or is refunded: until the ride would have
 * ended, because the rider might still expect it, and while its refund is pending.
 */
export function hasNotice(booking: Booking, now: Date): boolean {
  return isCancelledOrRefunded(booking) && (parseInstant(booking.end_time) > now || booking.refund_status === 'pending')
}

/** A ride that has ended stays current while its extension can be paid. */
function sectionStatus(booking: Booking, now: Date): DisplayStatus {
  return payableExtensionOf(booking, now) ? 'Payment Pending' : displayStatus(booking, now)
}

/** Sorts bookings into sections by their status at `now`. */
export function sectionsOf(bookings: readonly Booking[], now: Date): BookingSections {
  // Parse each start once: this runs every second, and an external backend may return thousands of bookings.
  const sorted = bookings
    .map(booking => ({ at: parseInstant(booking.start_time).getTime(), booking, status: sectionStatus(booking, now) }))
    .sort((one, other) => one.at - other.at)
  const withStatus = (...statuses: DisplayStatus[]) =>
    sorted.filter(({ status }) => statuses.includes(status)).map(({ booking }) => booking)
  const priority = (booking: Booking) => Number(hasNotice(booking, now))
  return {
    current: withStatus('Active', 'Upcoming', 'Payment Pending'),
    not_completed: withStatus('Failed')
      .reverse()
      .sort((one, other) => priority(other) - priority(one)),
    past: withStatus('Completed').reverse()
  }
}

interface BookingsView extends BookingSections {
  /** True unless all bookings came to nothing. */
  hasRides: boolean
  /** Unconfirmed payments, then bookings that were cancelled or could not be confirmed. */
  notices: Booking[]
}

/** What My Bookings shows at `now`. A booking whose payment is unconfirmed has a notice instead of a card. */
export function bookingsView(bookings: readonly Booking[], unconfirmedIds: readonly string[], now: Date): BookingsView {
  const { current, not_completed, past } = sectionsOf(bookings, now)
  const hasUnconfirmedPayment = (booking: Booking) => isUnconfirmed(booking, unconfirmedIds)
  const extensions = bookings.flatMap(booking => unpaidExtensionOf(booking) ?? [])
  const unconfirmed = [...current, ...extensions].filter(hasUnconfirmedPayment)
  return {
    current: current.filter(booking => !hasUnconfirmedPayment(booking)),
    hasRides: current.length + past.length > 0,
    notices: [...unconfirmed, ...not_completed.filter(booking => hasNotice(booking, now))],
    not_completed,
    past
  }
}

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
