import { PLAN_HOURS, SLOT_MINUTES } from '#domain/constants.ts'
import { addMinutes, type Clock } from '#domain/time/india-time.ts'
import { DAY_MINUTES, HOUR_MINUTES, MINUTE_MS, MINUTE_SECONDS, SECOND_MS } from '#domain/time/time-units.ts'

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

/** Longer than a row of a ride, its buffers and a wrong clock. */
const PAST_CLAIMS_KEPT_DAYS = 2

/** The first cell whose claim is kept: it ended less than PAST_CLAIMS_KEPT_DAYS ago. */
export const firstKeptCell = (now: Date): number =>
  cellsOf({ end: now, start: addMinutes(now, -PAST_CLAIMS_KEPT_DAYS * DAY_MINUTES) }).firstCell

const SLOTS_PER_DAY = DAY_MINUTES / SLOT_MINUTES

export const PERIODS = ['Night', 'Morning', 'Afternoon', 'Evening'] as const
export type Period = (typeof PERIODS)[number]
const SLOTS_PER_PERIOD = SLOTS_PER_DAY / PERIODS.length

/** 00:00, 00:30 … 23:30 */
export const ALL_SLOTS: readonly Clock[] = Array.from({ length: SLOTS_PER_DAY }, (_, index) => {
  const minutes = index * SLOT_MINUTES
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
})

/** Returns the half hour that an instant is in, by its start. */
export function slotStartOf(instant: Date): Date {
  return new Date(instant.getTime() - (instant.getTime() % (SLOT_MINUTES * MINUTE_MS)))
}

/** The quarter of the day that a slot is in: '06:00' is in the morning. */
export function periodOf(slot: Clock): Period {
  return PERIODS[Math.floor(ALL_SLOTS.indexOf(slot) / SLOTS_PER_PERIOD)] as Period
}

/** True if an instant is on the half-hour grid. India's half hours coincide with UTC's. */
export function isSlotStart(instant: Date): boolean {
  return slotStartOf(instant).getTime() === instant.getTime()
}
