import { hoursText } from '#domain/time/india-time.ts'

// API responses about the limits of a property.

/** Also shown to the admin who sets the days. */
export function startTooFar(days: number): string {
  return `Bookings can be made up to ${days} ${days === 1 ? 'day' : 'days'} ahead`
}

/** Also shown to the admin who sets the hours. */
export function rideTooLong(hours: number): string {
  return `This property rents for up to ${hoursText(hours)}`
}
