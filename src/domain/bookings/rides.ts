import { dayOrDateText } from '#domain/time/dated-times.ts'
import { durationText } from '#domain/time/durations.ts'
import { dayOf, hoursText, parseInstant, timeText } from '#domain/time/india-time.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'

/** When the ride under way ends; null if there is none at `now`, or if the text is not an instant. */
export function rideEndOf({ booked_until }: { booked_until?: string | null | undefined }, now: Date): Date | null {
  const end = parseInstant(booked_until ?? '')
  return end > now ? end : null
}

/** '3 hours', or '1 h 10 min' for a ride that was returned early. */
export function rideLengthText({ end_time, start_time }: { end_time: string; start_time: string }): string {
  const ms = parseInstant(end_time).getTime() - parseInstant(start_time).getTime()
  return ms % HOUR_MS === 0 ? hoursText(ms / HOUR_MS) : durationText(ms)
}

/** When a PIN can be read: 'at 6:30 pm', or 'on Mon 15 Jun at 6:30 pm' if it is not today. */
export function pinTimeText(from: Date, now: Date): string {
  const day = dayOf(from)
  const time = `at ${timeText(from)}`
  return day === dayOf(now) ? time : `on ${dayOrDateText(day, dayOf(now))} ${time}`
}
