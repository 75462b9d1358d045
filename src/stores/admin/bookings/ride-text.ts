import { dayOrDateText, rangeText } from '#domain/time/dated-times.ts'
import { durationText } from '#domain/time/durations.ts'
import { addDays, dayOf, hoursText, parseInstant, timeText } from '#domain/time/india-time.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import * as text from '#messages/admin/lists.ts'

interface RideTimes {
  end_time: string
  start_time: string
}

/** 'Today, 7:00 – 10:00 pm' or 'Wed 31 Dec 2025, 7:00 – 10:00 pm', in India's time zone. */
export function rideText({ end_time, start_time }: RideTimes, now: Date): string {
  const start = parseInstant(start_time)
  return `${relativeDay(dayOf(start), dayOf(now))}, ${rangeText(start, parseInstant(end_time))}`
}

/** '3 hours', or '1 h 10 min' for a ride that was returned early. */
export function lengthText({ end_time, start_time }: RideTimes): string {
  const ms = parseInstant(end_time).getTime() - parseInstant(start_time).getTime()
  return ms % HOUR_MS === 0 ? hoursText(ms / HOUR_MS) : durationText(ms)
}

/** 'Today, 7:44 pm', in India's time zone. */
export function momentText(iso: string, now: Date): string {
  const instant = parseInstant(iso)
  return `${relativeDay(dayOf(instant), dayOf(now))}, ${timeText(instant)}`
}

function relativeDay(day: string, today: string): string {
  if (day === today) return text.today
  if (day === addDays(today, 1)) return text.tomorrow
  return day === addDays(today, -1) ? text.yesterday : dayOrDateText(day, today)
}
