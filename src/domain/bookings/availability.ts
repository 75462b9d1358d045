import { type Clock, type Day, dayOf, instantAt } from '#domain/time/india-time.ts'
import { overlaps, type TimeWindow, windowFrom } from './booking-window.ts'
import { periodOf, slotsFor } from './slots.ts'

/** A time that cannot be booked. `isYours`: it is a ride of the rider who asks. */
export interface BusyWindow extends TimeWindow {
  isYours: boolean
}

/** 'short': the start is free, but the ride would overlap a busy window. 'yours': the rider has a ride then. */
export type SlotAvailability = 'free' | 'short' | 'taken' | 'yours'

/** Returns when the first conflict within a ride starts; null if the ride fits. */
export function conflictStart(ride: TimeWindow, busy: readonly TimeWindow[]): Date | null {
  const conflicts = busy.filter(window => overlaps(window, ride)).map(({ start }) => start.getTime())
  return conflicts.length > 0 ? new Date(Math.max(ride.start.getTime(), Math.min(...conflicts))) : null
}

/** Tells whether a ride of `hours` can start at `start`. */
export function slotAvailability(start: Date, hours: number, busy: readonly BusyWindow[]): SlotAvailability {
  const conflicts = busy.filter(window => overlaps(window, windowFrom(start, hours)))
  if (conflicts.length === 0) return 'free'
  const atStart = conflicts.filter(window => window.start <= start)
  if (atStart.length === 0) return 'short'
  return atStart.some(({ isYours }) => isYours) ? 'yours' : 'taken'
}

interface KnownSchedule {
  busy: readonly BusyWindow[]
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

interface DefaultStartRules {
  busy: readonly BusyWindow[]
  /** The shortest ride on a date. */
  hoursOn: (day: Day) => number
  now: Date
}

/**
 * Returns the start to preselect: the first free one of today; without one, that of the next date that has one, from
 * the morning on if possible. `slot` is null if every date is full.
 */
export function defaultStart(days: readonly Day[], rules: DefaultStartRules): { day: Day; slot: Clock | null } {
  for (const day of days) {
    const slot = defaultSlot(day, rules)
    if (slot !== null) return { day, slot }
  }
  return { day: days[0] ?? dayOf(rules.now), slot: null }
}

function defaultSlot(day: Day, { busy, hoursOn, now }: DefaultStartRules): Clock | null {
  const hours = hoursOn(day)
  const free = slotsFor(day, now).filter(slot => slotAvailability(instantAt(day, slot), hours, busy) === 'free')
  const isToday = day === dayOf(now)
  return free.find(slot => isToday || periodOf(slot) !== 'Night') ?? free[0] ?? null
}
