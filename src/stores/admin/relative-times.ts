import { addDays, clockOf, dayOf, parseInstant, timeText } from '#domain/time/india-time.ts'
import { dayOrDateText, rangeText } from '#domain/time/time-texts.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as commonText from '#messages/common.ts'

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

const EVENING_FROM = '18:00'

/** Beside the status of a paid ride that is ahead: 'Tonight, 7:00 pm', or 'Tomorrow, 9:30 am'. Null of any other. */
export function startText({ payment_status, start_time }: RideTimes & { payment_status: string }, now: Date) {
  const start = parseInstant(start_time)
  if (payment_status !== 'Completed' || start <= now) return null
  const isTonight = dayOf(start) === dayOf(now) && clockOf(start) >= EVENING_FROM
  return isTonight ? `${listsText.tonight}, ${timeText(start)}` : relativeTimeText(start_time, now)
}

function relativeDay(day: string, today: string): string {
  if (day === today) return commonText.today
  if (day === addDays(today, 1)) return listsText.tomorrow
  return day === addDays(today, -1) ? listsText.yesterday : dayOrDateText(day, today)
}
