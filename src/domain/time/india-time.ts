import { DAYS, DISPLAY_OFFSET_MS } from '#domain/constants.ts'
import { DAY_MS, MINUTE_MS } from './time-units.ts'

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

/** The date in India, '2026-06-15'. Throws a RangeError for an invalid Date. */
export function dayOf(instant: Date): Day {
  return toDisplayZone(instant).toISOString().slice(0, 10)
}

/** The wall-clock time in India, '19:44'. Throws a RangeError for an invalid Date. */
export function clockOf(instant: Date): Clock {
  return toDisplayZone(instant).toISOString().slice(11, 16)
}

/** Returns the instant of a wall-clock time in India. */
export function instantAt(day: Day, clock: Clock): Date {
  return new Date(Date.parse(`${day}T${clock}:00Z`) - DISPLAY_OFFSET_MS)
}

/** True for a date that exists, written as '2026-06-15'; false for '2026-02-30'. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const midnight = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}

// What the contract takes. Days far away are typing errors, and cannot be calculated with: JavaScript's calendar ends.
const FIRST_DAY: Day = '2020-01-01'
const LAST_DAY: Day = '2099-12-31'

/** True for a day that exists, from 2020 to 2099. */
export const isDayInRange = (text: string): boolean => isDay(text) && FIRST_DAY <= text && text <= LAST_DAY

const INSTANT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:z|[+-]\d\d:?\d\d)?)?$/i

/** True for an ISO instant of such a day, as it is written. `Date` itself takes 30 February for 2 March. */
export const isInstantInRange = (text: string): boolean =>
  INSTANT.test(text) && isDayInRange(text.slice(0, 10)) && !Number.isNaN(parseInstant(text).getTime())

/** `count` may be negative. */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

/** The month of the calendar after one, such as '2026-11'. */
export const monthAfter = (month: string): string => addDays(`${month}-28`, 4).slice(0, 7)

export const monthBefore = (month: string): string => addDays(`${month}-01`, -1).slice(0, 7)

/** From one day to another; negative if the other is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}

export function addMinutes(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * MINUTE_MS)
}

/** 'monday' */
export function weekdayOf(day: Day): Weekday {
  return DAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] as Weekday
}

/** 'Mon' */
export function weekdayShort(day: Day): string {
  return shortWeekdayName(weekdayOf(day))
}

/** 'June' */
export function monthName(day: Day): string {
  return MONTHS[Number(day.slice(5, 7)) - 1] as string
}

/** 'Jun' */
export function monthShort(day: Day): string {
  return monthName(day).slice(0, SHORT)
}

/** 'June 2026' */
export function monthText(day: Day): string {
  return `${monthName(day)} ${day.slice(0, 4)}`
}

/** 15 of '2026-06-15' */
export function dayNumber(day: Day): number {
  return Number(day.slice(8, 10))
}

/** 'Mon 15 Jun' */
export function dayText(day: Day): string {
  return `${weekdayShort(day)} ${dayNumber(day)} ${monthShort(day)}`
}

/** 'Mon 15 Jun 2026' */
export function dateText(day: Day): string {
  return `${dayText(day)} ${day.slice(0, 4)}`
}

/** '15 Jun 2026', for a day far away */
export function plainDateText(day: Day): string {
  return `${dayNumber(day)} ${monthShort(day)} ${day.slice(0, 4)}`
}

/** 'Monday' for '2026-06-15' */
export function weekdayText(day: Day): string {
  return weekdayName(weekdayOf(day))
}

/** 'Monday' */
export function weekdayName(weekday: Weekday): string {
  return weekday.charAt(0).toUpperCase() + weekday.slice(1)
}

/** 'Mon' */
export function shortWeekdayName(weekday: Weekday): string {
  return weekdayName(weekday).slice(0, SHORT)
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

/** '3 hours', '1 hour' */
export function hoursText(hours: number): string {
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
}
