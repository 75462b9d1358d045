import { dayOrDateText, rangeText } from '#domain/dated-times.ts'
import { addDays, dayOf, parseInstant, timeText } from '#domain/time.ts'
import * as text from '#messages/admin/lists.ts'

/** 'Today, 7:00 – 10:00 pm' or 'Wed 31 Dec 2025, 7:00 – 10:00 pm', in India's time zone. */
export function rideText({ end_time, start_time }: { end_time: string; start_time: string }, now = new Date()): string {
  const start = parseInstant(start_time)
  return `${relativeDay(dayOf(start), dayOf(now))}, ${rangeText(start, parseInstant(end_time))}`
}

/** 'Today, 7:44 pm', in India's time zone. */
export function momentText(iso: string, now = new Date()): string {
  const instant = parseInstant(iso)
  return `${relativeDay(dayOf(instant), dayOf(now))}, ${timeText(instant)}`
}

function relativeDay(day: string, today: string): string {
  if (day === today) return text.today
  if (day === addDays(today, 1)) return text.tomorrow
  return day === addDays(today, -1) ? text.yesterday : dayOrDateText(day, today)
}
