import type { Booking } from '#contract/bookings/my-bookings.ts'
import { type DisplayStatus, displayStatus } from '#domain/bookings/booking-status.ts'
import { parseInstant } from '#domain/time.ts'

export interface BookingSections {
  /** Paid rides that have not ended, and unpaid holds; soonest first. */
  current: Booking[]
  /** Upcoming rides that were cancelled come first, then the latest. */
  not_completed: Booking[]
  /** Latest first. */
  past: Booking[]
}

/** True if a cancelled ride has not ended yet: the rider might still expect it. */
export function isCancelledAhead({ end_time, payment_status }: Booking, now: Date): boolean {
  return ['Cancelled', 'Refunded'].includes(payment_status) && parseInstant(end_time) > now
}

/** Sorts bookings into sections by their status at `now`. */
export function sectionsOf(bookings: readonly Booking[], now: Date): BookingSections {
  // Parse each start once: this runs every second, and an external backend may return thousands of bookings.
  const sorted = bookings
    .map(booking => ({ at: parseInstant(booking.start_time).getTime(), booking, status: displayStatus(booking, now) }))
    .sort((one, other) => one.at - other.at)
  const withStatus = (...statuses: DisplayStatus[]) =>
    sorted.filter(({ status }) => statuses.includes(status)).map(({ booking }) => booking)
  const priority = (booking: Booking) => Number(isCancelledAhead(booking, now))
  return {
    current: withStatus('Active', 'Upcoming', 'Payment Pending'),
    not_completed: withStatus('Failed')
      .reverse()
      .sort((one, other) => priority(other) - priority(one)),
    past: withStatus('Completed').reverse()
  }
}
