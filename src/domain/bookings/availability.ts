import { overlaps, type Window, windowFrom } from './booking-window.ts'

/** 'short': the start is free, but the ride would overlap a busy window. */
export type SlotAvailability = 'free' | 'short' | 'taken'

/** Returns when the first conflict within a ride starts; null if the ride fits. */
export function conflictStart(ride: Window, busy: readonly Window[]): Date | null {
  const conflicts = busy.filter(window => overlaps(window, ride)).map(({ start }) => start.getTime())
  return conflicts.length > 0 ? new Date(Math.max(ride.start.getTime(), Math.min(...conflicts))) : null
}

/** Tells whether a ride of `hours` can start at `start`. */
export function slotAvailability(start: Date, hours: number, busy: readonly Window[]): SlotAvailability {
  const from = conflictStart(windowFrom(start, hours), busy)
  if (from === null) return 'free'
  return from > start ? 'short' : 'taken'
}

interface KnownSchedule {
  busy: readonly Window[]
  /** End of the known schedule. Later rides are not reported as available. */
  until: Date
}

/** Returns the first of the sorted starts at which a ride of `hours` fits into the known schedule. */
export function firstAvailableStart(
  starts: readonly Date[],
  hours: number,
  { busy, until }: KnownSchedule
): Date | null {
  const fits = (start: Date) => windowFrom(start, hours).end <= until && slotAvailability(start, hours, busy) === 'free'
  return starts.find(fits) ?? null
}
