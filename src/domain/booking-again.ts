import type { Window } from './booking-window.ts'
import { bookingPath } from './routes.ts'
import { clockOf, dayOf, hoursBetween } from './time.ts'

/** The booking page with this ride chosen on it, as far as it can still be had. */
export function bookAgainPath(scooter_id: string, { end, start }: Window): string {
  const ride = { date: dayOf(start), hours: String(hoursBetween(start, end)), time: clockOf(start) }
  return `${bookingPath(scooter_id)}?${new URLSearchParams(ride)}`
}
