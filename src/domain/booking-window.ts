import { PLAN_HOURS, SLOT_MINUTES } from './constants.ts'
import { addMinutes } from './time.ts'

/** Half-open: [start, end). Back-to-back rides touch and do not overlap (decision 16). */
export interface Window {
  start: Date
  end: Date
}

/** No ride lasts longer, so whatever overlaps an instant began at most this long before it. */
export const LONGEST_RIDE_MINUTES = PLAN_HOURS.max * 60
/** The same for statements, where instants are seconds. */
export const LONGEST_RIDE_SECONDS = LONGEST_RIDE_MINUTES * 60

const CELL_SECONDS = SLOT_MINUTES * 60

export function windowFrom(start: Date, hours: number): Window {
  return { end: addMinutes(start, hours * 60), start }
}

export function overlaps(one: Window, other: Window): boolean {
  return one.start < other.end && other.start < one.end
}

/**
 * The half-hour cells a window claims, as the first and the one after the last, counted from 1970 in UTC.
 * A window off the grid claims every cell it touches: it may block too much, never too little.
 */
export function cellsOf({ end, start }: Window): { firstCell: number; endCell: number } {
  return {
    endCell: Math.ceil(end.getTime() / 1000 / CELL_SECONDS),
    firstCell: Math.floor(start.getTime() / 1000 / CELL_SECONDS)
  }
}
