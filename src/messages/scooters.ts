import { dayOf } from '#domain/time/india-time.ts'
import { timeWithDay } from '#domain/time/time-texts.ts'

// Of a scooter and its prices, for riders and in the portal.

/** '₹80/hour' */
export function perHour(price: string): string {
  return `${price}/hour`
}

/** Beside the status of a scooter: 'until 7:30 pm', with the day if it is not that of `now`. */
export function bookedUntil(end: Date, now: Date): string {
  return `until ${timeWithDay(end, dayOf(now))}`
}

/** '1, 3, 6 or 12 hours' */
export function hoursList(hours: readonly number[]): string {
  return `${hours.slice(0, -1).join(', ')} or ${hours.at(-1)} hours`
}
