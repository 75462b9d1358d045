import { type Day, dateText, dayNumber, monthShort } from '#domain/time/india-time.ts'
import * as labels from '#messages/labels.ts'

// The date, the calendar and the start times of the booking page.

export const moreDates = 'More dates'
export const chooseDate = 'Choose a date'
export const chooseTime = 'Choose a time'
export const past = 'past'
export const legendFree = 'Free'
export const legendSelected = 'Selected'
export const taken = 'taken'

/** A start time at which the rider has a ride. */
export const yours = 'your ride'

/** A part of the day without a free start time. */
export const full = 'full'

export const legendTaken = 'Taken'
export const indiaTime = 'India time (IST)'
export const timeCleared = 'The chosen start time has passed. Please choose another.'
export const todayIsOver = 'No start times left today. Showing tomorrow.'
export const partOfDay = 'Part of the day'
export const previousMonth = 'Previous month'
export const nextMonth = 'Next month'

/** A day for screen readers: 'Today 26 Nov', or 'Fri 27 Nov 2026'. */
export function dayAccessibleLabel(day: Day, isToday: boolean): string {
  return isToday ? `${labels.today} ${dayNumber(day)} ${monthShort(day)}` : dateText(day)
}

export function timesIn(period: string): string {
  return `Start times, ${period}`
}

export function freeCount(count: number): string {
  return `${count} free`
}

/** Used if availability is unknown. */
export function timesCount(count: number): string {
  return count === 1 ? '1 start time' : `${count} start times`
}

/** A start time with the reason why it is unavailable: '6:00 pm, taken'. */
export function timeWithReason(time: string, reason: string): string {
  return `${time}, ${reason}`
}

/** A start time for screen readers: '10:30 am, Thursday 26 November, taken'. */
export function timeAccessibleLabel(time: string, day: string, reason: string | null): string {
  return reason === null ? `${time}, ${day}` : `${time}, ${day}, ${reason}`
}

export function freeUntil(time: string): string {
  return `free until ${time}`
}

export function notFreeFor(hours: string): string {
  return `not free for ${hours}`
}

export function takenOrNotFreeFor(hours: string): string {
  return `Taken, or not free for ${hours}`
}

export function timeTaken(time: string): string {
  return `${time} is taken on this date. Please choose another start time.`
}

export function timeNotFreeFor(time: string, hours: string): string {
  return `The scooter is not free for ${hours} from ${time}. Please choose another start time.`
}

export function dayFull(hours: string): string {
  return `No start time on this date is free for ${hours}.`
}

export function timeYours(time: string): string {
  return `You already have a ride at ${time} on this date. Please choose another start time.`
}

/** A free start near the missed one; `day` is null if it is on the selected date. */
export function freeStart(time: string, day: string | null): string {
  return day === null ? `Free at ${time}` : `Free on ${day}, ${time}`
}

/** A shorter ride that fits at the missed start. */
export function shorterRide(time: string, hours: string): string {
  return `${time} for ${hours}`
}
