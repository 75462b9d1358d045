import { overlaps, type Window, windowFrom } from './booking-window.ts'

/** 'short': the start is free, but the ride would run into something taken. */
export type SlotAvailability = 'free' | 'short' | 'taken'

/** From when on something taken is in a ride's way; null when it fits. */
export function conflictStart(ride: Window, busy: readonly Window[]): Date | null {
  const conflicts = busy.filter(window => overlaps(window, ride)).map(({ start }) => start.getTime())
  return conflicts.length > 0 ? new Date(Math.max(ride.start.getTime(), Math.min(...conflicts))) : null
}

/** Whether a ride of so many hours can begin at an instant. */
export function slotAvailability(start: Date, hours: number, busy: readonly Window[]): SlotAvailability {
  const from = conflictStart(windowFrom(start, hours), busy)
  if (from === null) return 'free'
  return from > start ? 'short' : 'taken'
}

interface KnownSchedule {
  busy: readonly Window[]
  /** What lies later is not known, so nothing is promised there. */
  until: Date
}

/** The first of the starts, which come in order, from which a ride of so many hours surely fits. */
export function firstAvailableStart(
  starts: readonly Date[],
  hours: number,
  { busy, until }: KnownSchedule
): Date | null {
  const fits = (start: Date) => windowFrom(start, hours).end <= until && slotAvailability(start, hours, busy) === 'free'
  return starts.find(fits) ?? null
}
