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
import { DAY_MINUTES, DAY_MS, HOUR_MINUTES, HOUR_MS, MINUTE_MS, MINUTE_SECONDS, SECOND_MS } from './time-units.ts'

// Times together with their dates, as far as the reader needs them.

/** '7:00 – 10:00 pm', or '11:00 pm – 2:00 am, Tue 16 Jun' if it ends on another day. */
export function rangeText(start: Date, end: Date, now: Date): string {
  const from = clockParts(clockOf(start))
  const to = clockParts(clockOf(end))
  const sameDay = dayOf(start) === dayOf(end)
  const first = sameDay && from.meridiem === to.meridiem ? from.time : timeText(start)
  return `${first} – ${timeText(end)}${sameDay ? '' : `, ${dayOrDateText(dayOf(end), dayOf(now))}`}`
}

/** '7:00 pm', or '7:00 pm on Tue 16 Jun' if it is not today. */
export function timeOrDateText(instant: Date, now: Date): string {
  const day = dayOf(instant)
  return day === dayOf(now) ? timeText(instant) : `${timeText(instant)} on ${dayOrDateText(day, dayOf(now))}`
}

/** 'Tue 16 Jun, 7:00 pm' */
export const dayAndTimeText = (instant: Date, now: Date): string =>
  `${dayOrDateText(dayOf(instant), dayOf(now))}, ${timeText(instant)}`

/** '7:00 pm', or 'Tue 16 Jun, 7:00 pm' if it is not today. */
export const timeOrDayAndTimeText = (instant: Date, now: Date): string =>
  dayOf(instant) === dayOf(now) ? timeText(instant) : dayAndTimeText(instant, now)

/** As timeOrDateText, for the time from which something is possible: rounded up to the minute, so never too early. */
export function roundedUpTimeText(instant: Date, now: Date): string {
  return timeOrDateText(new Date(Math.ceil(instant.getTime() / MINUTE_MS) * MINUTE_MS), now)
}

/** '7:00 pm', or '7:00 pm, Tue 16 Jun' if that is not `expectedDay`. */
export function timeWithDay(instant: Date, expectedDay: Day): string {
  const day = dayOf(instant)
  return day === expectedDay ? timeText(instant) : `${timeText(instant)}, ${dayText(day)}`
}

/** 'at 6:30 pm', or 'on Mon 15 Jun at 6:30 pm' if it is not today. */
export function atTimeText(instant: Date, now: Date): string {
  const day = dayOf(instant)
  const time = `at ${timeText(instant)}`
  return day === dayOf(now) ? time : `on ${dayOrDateText(day, dayOf(now))} ${time}`
}

const WEEKDAY_IS_CLEAR_MS = 6 * DAY_MS

/** '7:42 pm', or 'Mon 7:42 pm' if it is not today, or 'Mon 15 Jun 7:42 pm' if the weekday alone is not clear. */
export function timeOrWeekdayText(instant: Date, now: Date): string {
  const day = dayOf(instant)
  if (day === dayOf(now)) return timeText(instant)
  const isNear = Math.abs(instant.getTime() - now.getTime()) < WEEKDAY_IS_CLEAR_MS
  return `${isNear ? weekdayShort(day) : dayOrDateText(day, dayOf(now))} ${timeText(instant)}`
}

/** 'Mon 15 Jun'; includes the year if it is not that of `today`. */
export function dayOrDateText(day: Day, today: Day): string {
  return day.slice(0, 4) === today.slice(0, 4) ? dayText(day) : dateText(day)
}

/** 'Mon 15', where the month is clear */
export function shortDayText(day: Day): string {
  return `${weekdayShort(day)} ${dayNumber(day)}`
}

// Lengths of time as texts.

/** Whole hours, rounded. */
export function hoursBetween(start: Date, end: Date): number {
  return Math.round((end.getTime() - start.getTime()) / HOUR_MS)
}

/** '2 h 16 min', '46 min' or '3 days'; at least one minute. */
export function durationText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS))
  if (minutes >= 2 * DAY_MINUTES) return `${Math.round(minutes / DAY_MINUTES)} days`
  const hours = Math.floor(minutes / HOUR_MINUTES)
  if (hours === 0) return `${minutes} min`
  return minutes % HOUR_MINUTES ? `${hours} h ${minutes % HOUR_MINUTES} min` : `${hours} h`
}

/** Remaining time as '08:42'; '00:00' once it has passed. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS))
  return `${String(Math.floor(seconds / MINUTE_SECONDS)).padStart(2, '0')}:${String(seconds % MINUTE_SECONDS).padStart(2, '0')}`
}

const UNITS = [
  ['day', DAY_MINUTES],
  ['hour', HOUR_MINUTES],
  ['minute', 1]
] as const

/** '90 minutes', '2 hours', '2 hours 5 minutes' or '3 days': the largest unit is one that there are at least two of. */
export function minutesText(minutes: number): string {
  const parts: string[] = []
  let rest = minutes
  for (const [unit, length] of UNITS) {
    const count = Math.floor(rest / length)
    if (count === 0 || (minutes < 2 * length && length > 1)) continue
    parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
    rest -= count * length
  }
  return parts.join(' ')
}
