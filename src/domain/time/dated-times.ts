import {
  clockOf,
  clockParts,
  type Day,
  dateText,
  dayNumber,
  dayOf,
  dayText,
  timeText,
  weekdayShort
} from './india-time.ts'
import { MINUTE_MS } from './time-units.ts'

// Times together with their dates, as far as the reader needs them.

/** '7:00 – 10:00 pm', or '11:00 pm – 2:00 am, Tue 16 Jun' if it ends on another day. */
export function rangeText(start: Date, end: Date): string {
  const from = clockParts(clockOf(start))
  const to = clockParts(clockOf(end))
  const sameDay = dayOf(start) === dayOf(end)
  const first = sameDay && from.meridiem === to.meridiem ? from.time : timeText(start)
  return `${first} – ${timeText(end)}${sameDay ? '' : `, ${dayText(dayOf(end))}`}`
}

/** '7:00 pm', or '7:00 pm on Tue 16 Jun' if it is not today. Rounds up to the next minute. */
export function timeOrDateText(instant: Date, now: Date): string {
  const minute = new Date(Math.ceil(instant.getTime() / MINUTE_MS) * MINUTE_MS)
  const day = dayOf(minute)
  return day === dayOf(now) ? timeText(minute) : `${timeText(minute)} on ${dayText(day)}`
}

/** 'Mon 15 Jun'; includes the year if it is not that of `today`. */
export function dayOrDateText(day: Day, today: Day): string {
  return day.slice(0, 4) === today.slice(0, 4) ? dayText(day) : dateText(day)
}

/** 'Mon 15', where the month is clear */
export function shortDayText(day: Day): string {
  return `${weekdayShort(day)} ${dayNumber(day)}`
}
