import { dayOf } from '#domain/time/india-time.ts'
import { timeWithDay } from '#domain/time/time-with-day.ts'

// A file of its own, so that no screen loads the texts of another.

/** Beside the status of a scooter: 'until 7:30 pm', with the day if it is not that of `now`. */
export function bookedUntil(end: Date, now: Date): string {
  return `until ${timeWithDay(end, dayOf(now))}`
}
