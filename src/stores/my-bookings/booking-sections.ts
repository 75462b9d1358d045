import type { Booking } from '#contract/bookings/my-bookings.ts'
import { type DisplayStatus, displayStatus } from '#domain/bookings/booking-status.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { isCancelledOrRefunded } from './booking-details.ts'
import { payableExtensionOf } from './manage-ride/unpaid-extension.ts'

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
