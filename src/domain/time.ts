import { DAYS, DISPLAY_OFFSET_MS } from './constants.ts'
import { DAY_MINUTES, DAY_MS, HOUR_MINUTES, HOUR_MS, MINUTE_MS, MINUTE_SECONDS, SECOND_MS } from './time-units.ts'

// The only module that applies India's offset of 5.5 hours. An instant is shifted once and read with UTC getters, so
// the device's time zone has no effect.

/** A calendar day in India, 'yyyy-MM-dd'. */
export type Day = string
/** A wall-clock time in India, 'HH:mm', 24 hours. */
export type Clock = string
export type Weekday = (typeof DAYS)[number]

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const SHORT = 3
const NBSP = '\u00A0'
const HAS_ZONE = /(?:z|[+-]\d\d:?\d\d)$/i

function toDisplayZone(instant: Date): Date {
  return new Date(instant.getTime() + DISPLAY_OFFSET_MS)
}

/** Parses an ISO instant; UTC if it has no zone. Invalid text gives an invalid Date. */
export function parseInstant(iso: string): Date {
  const hasTime = iso.includes('T') || iso.includes(' ')
  return new Date(hasTime && !HAS_ZONE.test(iso) ? `${iso.replace(' ', 'T')}Z` : iso)
}

export function dayOf(instant: Date): Day {
  return toDisplayZone(instant).toISOString().slice(0, 10)
}

export function clockOf(instant: Date): Clock {
  return toDisplayZone(instant).toISOString().slice(11, 16)
}

/** Returns the instant of a wall-clock time in India. */
export function instantAt(day: Day, clock: Clock): Date {
  return new Date(Date.parse(`${day}T${clock}:00Z`) - DISPLAY_OFFSET_MS)
}

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const midnight = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}

export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

export function addMinutes(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * MINUTE_MS)
}

export function weekdayOf(day: Day): Weekday {
  return DAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] as Weekday
}

/** 'Mon' */
export function weekdayShort(day: Day): string {
  return weekdayText(day).slice(0, SHORT)
}

function monthName(day: Day): string {
  return MONTHS[Number(day.slice(5, 7)) - 1] as string
}

/** 'Jun' */
export function monthShort(day: Day): string {
  return monthName(day).slice(0, SHORT)
}

/** 15 of '2026-06-15' */
export function dayNumber(day: Day): number {
  return Number(day.slice(8, 10))
}

/** 'Mon 15', where the month is clear */
export function shortDayText(day: Day): string {
  return `${weekdayShort(day)} ${dayNumber(day)}`
}

/** 'Mon 15 Jun' */
export function dayText(day: Day): string {
  return `${weekdayShort(day)} ${dayNumber(day)} ${monthShort(day)}`
}

/** 'Mon 15 Jun 2026' */
export function dateText(day: Day): string {
  return `${dayText(day)} ${day.slice(0, 4)}`
}

/** 'Monday' for '2026-06-15' */
export function weekdayText(day: Day): string {
  return weekdayName(weekdayOf(day))
}

/** 'Monday' */
export function weekdayName(weekday: Weekday): string {
  return weekday.charAt(0).toUpperCase() + weekday.slice(1)
}

/** 'Monday 15 June', for screen readers, which spell out or misread abbreviations. */
export function spokenDayText(day: Day): string {
  return `${weekdayText(day)} ${dayNumber(day)} ${monthName(day)}`
}

/** The two parts of '7:00 pm', for layouts that show them in two sizes. */
export function clockParts(clock: Clock): { time: string; meridiem: 'am' | 'pm' } {
  const [hours, minutes] = clock.split(':').map(Number) as [number, number]
  return { meridiem: hours < 12 ? 'am' : 'pm', time: `${hours % 12 || 12}:${String(minutes).padStart(2, '0')}` }
}

/** '7:00 pm' with a no-break space */
export function clockText(clock: Clock): string {
  const { meridiem, time } = clockParts(clock)
  return time + NBSP + meridiem
}

/** '7:00 pm' of an instant, in India */
export function timeText(instant: Date): string {
  return clockText(clockOf(instant))
}

/** '7:00 pm', or '7:00 pm on Tue 16 Jun' if it is not today. Rounds up to the next minute. */
export function timeOrDateText(instant: Date, now: Date): string {
  const minute = new Date(Math.ceil(instant.getTime() / MINUTE_MS) * MINUTE_MS)
  const day = dayOf(minute)
  return day === dayOf(now) ? timeText(minute) : `${timeText(minute)} on ${dayText(day)}`
}

/** '7:00 – 10:00 pm', or '11:00 pm – 2:00 am, Tue 16 Jun' if it ends on another day. */
export function rangeText(start: Date, end: Date): string {
  const from = clockParts(clockOf(start))
  const to = clockParts(clockOf(end))
  const sameDay = dayOf(start) === dayOf(end)
  const first = sameDay && from.meridiem === to.meridiem ? from.time : timeText(start)
  return `${first} – ${timeText(end)}${sameDay ? '' : `, ${dayText(dayOf(end))}`}`
}

/** '3 hours', '1 hour' */
export function hoursText(hours: number): string {
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
}

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
