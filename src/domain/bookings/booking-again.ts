import { hoursBetween } from '#domain/durations.ts'
import { bookingPath } from '#domain/routes.ts'
import { clockOf, dayOf } from '#domain/time.ts'
import type { Window } from './booking-window.ts'

/** Returns the booking page's path with this ride preselected, if it can still be booked. */
export function bookAgainPath(scooter_id: string, { end, start }: Window): string {
  const ride = { date: dayOf(start), hours: String(hoursBetween(start, end)), time: clockOf(start) }
  return `${bookingPath(scooter_id)}?${new URLSearchParams(ride)}`
}
