import { bookingPath } from '#domain/routes.ts'
import { clockOf, dayOf, hoursText, parseInstant } from '#domain/time/india-time.ts'
import { durationText } from '#domain/time/time-texts.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import type { TimeWindow } from './slots.ts'

/** The instant if it is still ahead; null if it has passed, or if the text is none. */
export function aheadOf(now: Date, instant: string | null | undefined): Date | null {
  const end = parseInstant(instant ?? '')
  return end > now ? end : null
}

/** When the ride under way ends; null if there is none at `now`. */
export const rideEndOf = ({ booked_until }: { booked_until?: string | null | undefined }, now: Date): Date | null =>
  aheadOf(now, booked_until)

/** '3 hours', or '1 h 10 min' for a ride that was returned early. */
export function rideLengthText({ end_time, start_time }: { end_time: string; start_time: string }): string {
  const ms = parseInstant(end_time).getTime() - parseInstant(start_time).getTime()
  return ms % HOUR_MS === 0 ? hoursText(ms / HOUR_MS) : durationText(ms)
}

export const REFERENCE_LENGTH = 8

/**
 * Returns the short reference of a booking for screens and support, e.g. '4F2A91BC': the last letters and digits of
 * its id. Our backend gives no two bookings the same one (server/slots/reserve.ts).
 */
export function bookingReference(id: string): string {
  return id
    .replaceAll(/[^a-z\d]/gi, '')
    .slice(-REFERENCE_LENGTH)
    .toUpperCase()
}

/** The query parameters of the booking page that preselect a ride. The offer is named where two may last as long. */
export type RideParam = 'date' | 'hours' | 'offer' | 'time'

/**
 * Returns the booking page's path with this ride preselected, if it can still be booked. The date and time of a past
 * start are left out, so that the page suggests the next free one for the same hours. A ride that was returned early
 * counts every hour that it began, because its rider's list does not have the booked end. `offer` is its key.
 */
export function bookAgainPath(scooterId: string, { end, start }: TimeWindow, now: Date, offer?: string): string {
  const when = start > now && { date: dayOf(start), time: clockOf(start) }
  const hours = Math.ceil((end.getTime() - start.getTime()) / HOUR_MS)
  const ride: Partial<Record<RideParam, string>> = { ...when, hours: String(hours), ...(offer && { offer }) }
  return `${bookingPath(scooterId)}?${new URLSearchParams(ride)}`
}

/** A payment that gave no ride has no receipt, and neither has a free ride. */
export function hasReceipt(booking: { amount?: number | null | undefined; payment_status: string }): boolean {
  const { amount, payment_status } = booking
  return amount !== 0 && (payment_status === 'Completed' || payment_status === 'Cancelled')
}
