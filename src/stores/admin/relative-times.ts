import { addDays, dayOf, parseInstant, timeText } from '#domain/time/india-time.ts'
import { dayOrDateText, rangeText } from '#domain/time/time-texts.ts'
import * as text from '#messages/admin/lists.ts'
import * as labels from '#messages/labels.ts'

interface RideTimes {
  end_time: string
  start_time: string
}

/** 'Today, 7:00 – 10:00 pm' or 'Wed 31 Dec 2025, 7:00 – 10:00 pm', in India's time zone. */
export function relativeRideText({ end_time, start_time }: RideTimes, now: Date): string {
  const start = parseInstant(start_time)
  return `${relativeDay(dayOf(start), dayOf(now))}, ${rangeText(start, parseInstant(end_time), now)}`
}

/** 'Today, 7:44 pm', in India's time zone. */
export function relativeTimeText(iso: string, now: Date): string {
  const instant = parseInstant(iso)
  return `${relativeDay(dayOf(instant), dayOf(now))}, ${timeText(instant)}`
}

function relativeDay(day: string, today: string): string {
  if (day === today) return labels.today
  if (day === addDays(today, 1)) return text.tomorrow
  return day === addDays(today, -1) ? text.yesterday : dayOrDateText(day, today)
}
