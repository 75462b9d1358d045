import { PLAN_HOURS, SLOT_MINUTES } from '#domain/constants.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { HOUR_MINUTES, MINUTE_SECONDS, SECOND_MS } from '#domain/time/time-units.ts'

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
