import { bookingPath } from '#domain/routes.ts'
import { hoursBetween } from '#domain/time/durations.ts'
import { clockOf, dayOf } from '#domain/time/india-time.ts'
import type { TimeWindow } from './booking-window.ts'

/** The query parameters of the booking page that preselect a ride. */
export type RideParam = 'date' | 'hours' | 'time'

/**
 * Returns the booking page's path with this ride preselected, if it can still be booked. The date and time of a past
 * start are left out, so that the page suggests the next free one for the same hours.
 */
export function bookAgainPath(scooterId: string, { end, start }: TimeWindow, now: Date): string {
  const when = start > now && { date: dayOf(start), time: clockOf(start) }
  const ride: Partial<Record<RideParam, string>> = { ...when, hours: String(hoursBetween(start, end)) }
  return `${bookingPath(scooterId)}?${new URLSearchParams(ride)}`
}
