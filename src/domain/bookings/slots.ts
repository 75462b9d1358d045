import { BOOKING_HORIZON_DAYS, PLAN_HOURS, SLOT_LEAD_MINUTES, SLOT_MINUTES } from '#domain/constants.ts'
import { addDays, addMinutes, type Clock, type Day, dayOf, instantAt } from '#domain/time/india-time.ts'
import { DAY_MINUTES, HOUR_MINUTES, MIDNIGHT, MINUTE_MS, MINUTE_SECONDS, SECOND_MS } from '#domain/time/time-units.ts'
import { closedReason, type Opening, pauseEnd } from './opening.ts'

/** Half-open: [start, end), so back-to-back rides do not overlap. */
export interface TimeWindow {
  start: Date
  end: Date
}

/** The longest row of a ride. A row that overlaps an instant started at most this long before it. */
export const LONGEST_ROW_MINUTES = PLAN_HOURS.max * HOUR_MINUTES
/** The same in seconds, for SQL. */
export const LONGEST_ROW_SECONDS = LONGEST_ROW_MINUTES * MINUTE_SECONDS

export const CELL_SECONDS = SLOT_MINUTES * MINUTE_SECONDS

/** The window of a ride of `hours` whole hours. */
export function windowFrom(start: Date, hours: number): TimeWindow {
  return { end: addMinutes(start, hours * HOUR_MINUTES), start }
}

/** The window with the time before and after it in which another rider cannot ride. */
export function withBuffer({ end, start }: TimeWindow, bufferMinutes: number): TimeWindow {
  return { end: addMinutes(end, bufferMinutes), start: addMinutes(start, -bufferMinutes) }
}

/** False for windows that only touch: one ends when the other starts. */
export function overlaps(one: TimeWindow, other: TimeWindow): boolean {
  return one.start < other.end && other.start < one.end
}

/**
 * Returns the half-hour cells of a window, counted from 1970 in UTC; `endCell` is exclusive. A window off the grid
 * claims every cell it touches, so it may block too much but never too little.
 */
export function cellsOf({ end, start }: TimeWindow): { firstCell: number; endCell: number } {
  return {
    endCell: Math.ceil(end.getTime() / SECOND_MS / CELL_SECONDS),
    firstCell: Math.floor(start.getTime() / SECOND_MS / CELL_SECONDS)
  }
}

const SLOTS_PER_DAY = DAY_MINUTES / SLOT_MINUTES

export const PERIODS = ['Night', 'Morning', 'Afternoon', 'Evening'] as const
export type Period = (typeof PERIODS)[number]
const SLOTS_PER_PERIOD = SLOTS_PER_DAY / PERIODS.length

/** 00:00, 00:30 … 23:30 */
export const ALL_SLOTS: readonly Clock[] = Array.from({ length: SLOTS_PER_DAY }, (_, index) => {
  const minutes = index * SLOT_MINUTES
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
})

/** A ride must start strictly later than now plus the lead: at 10:00 the first slot is 11:00. */
export function isAfterLead(start: Date, now: Date, leniencyMinutes = 0): boolean {
  return start > addMinutes(now, SLOT_LEAD_MINUTES - leniencyMinutes)
}

/** A ride can start then, as far as the clock and the property's opening decide. */
export function isBookable(day: Day, slot: Clock, now: Date, opening: Opening = {}): boolean {
  const start = instantAt(day, slot)
  return isAfterLead(start, now) && closedReason({ start }, opening) === null
}

/** Returns the bookable slots of a day: none in the past, today only those after the lead, else all 48. */
export function slotsFor(day: Day, now: Date, opening?: Opening): Clock[] {
  return ALL_SLOTS.filter(slot => isBookable(day, slot, now, opening))
}

export function hasBookableStart(day: Day, now: Date, opening: Opening): boolean {
  return ALL_SLOTS.some(slot => isBookable(day, slot, now, opening))
}

/** Returns the first bookable start: today's, or tomorrow's after today's last slot. */
export function firstBookableStart(now: Date): Date {
  const earliest = addMinutes(now, SLOT_LEAD_MINUTES + SLOT_MINUTES).getTime()
  return new Date(earliest - (earliest % (SLOT_MINUTES * MINUTE_MS)))
}

/** Returns the last day on which a ride can start. `daysAhead` is the property's `max_days_ahead`, if it is known. */
export function lastBookableDay(now: Date, daysAhead?: number | null): Day {
  return addDays(dayOf(now), daysAhead ?? BOOKING_HORIZON_DAYS)
}

/** Returns the first day with a start that can be booked; while the property is closed for all of them, the first. */
export function firstBookableDay(now: Date, opening: Opening & { max_days_ahead?: number | null } = {}): Day {
  const first = dayOf(firstBookableStart(now))
  const last = lastBookableDay(now, opening.max_days_ahead)
  // A pause can be longer than all days that can be booked.
  const resumed = pauseEnd(opening, now)
  const from = resumed && dayOf(resumed) > first ? dayOf(resumed) : first
  for (let day = from; day <= last; day = addDays(day, 1)) {
    if (hasBookableStart(day, now, opening)) return day
  }
  return first
}

/** Tells whether a start lies after the last bookable day. */
export function isTooFarAhead(start: Date, now: Date, daysAhead: number): boolean {
  return start >= instantAt(addDays(lastBookableDay(now, daysAhead), 1), MIDNIGHT)
}

/** The quarter of the day that a slot is in: '06:00' is in the morning. */
export function periodOf(slot: Clock): Period {
  return PERIODS[Math.floor(ALL_SLOTS.indexOf(slot) / SLOTS_PER_PERIOD)] as Period
}

/** True if an instant is on the half-hour grid. India's half hours coincide with UTC's. */
export function isSlotStart(instant: Date): boolean {
  return instant.getTime() % (SLOT_MINUTES * MINUTE_MS) === 0
}
