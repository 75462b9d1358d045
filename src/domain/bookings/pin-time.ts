import { dayOrDateText } from '#domain/time/dated-times.ts'
import { dayOf, timeText } from '#domain/time/india-time.ts'

/** When a PIN can be read: 'at 6:30 pm', or 'on Mon 15 Jun at 6:30 pm' if it is not today. */
export function pinTimeText(from: Date, now: Date): string {
  const day = dayOf(from)
  const time = `at ${timeText(from)}`
  return day === dayOf(now) ? time : `on ${dayOrDateText(day, dayOf(now))} ${time}`
}
