import { type Clock, type Day, dayOf, instantAt } from '#domain/time/india-time.ts'
import { closedReason, type Opening } from './opening.ts'
import { overlaps, periodOf, type TimeWindow, windowFrom } from './slots.ts'
import { slotsFor } from './start-times.ts'

/** A time that cannot be booked. `isYours`: it is a ride of the rider who asks. */
export interface BusyWindow extends TimeWindow {
  isYours: boolean
}

/**
 * 'closing': the ride would end while the property is closed. 'short': the start is free, but the ride would overlap a
 * busy window. 'yours': the rider has a ride then.
 */
export type SlotAvailability = 'closing' | 'free' | 'short' | 'taken' | 'yours'

/** What is known of the times at which a scooter can be booked. */
interface Schedule {
  busy: readonly BusyWindow[]
  opening?: Opening | undefined
}

/** Returns when the first conflict within a ride starts; null if the ride fits. */
export function conflictStart(ride: TimeWindow, busy: readonly TimeWindow[]): Date | null {
  const conflicts = busy.filter(window => overlaps(window, ride)).map(({ start }) => start.getTime())
  return conflicts.length > 0 ? new Date(Math.max(ride.start.getTime(), Math.min(...conflicts))) : null
}

/** Tells whether a ride of `hours` can start at `start`, which is a start that the opening allows. */
export function slotAvailability(start: Date, hours: number, { busy, opening }: Schedule): SlotAvailability {
  const ride = windowFrom(start, hours)
  const conflicts = busy.filter(window => overlaps(window, ride))
  if (conflicts.length === 0) return opening && closedReason({ end: ride.end }, opening) ? 'closing' : 'free'
  const atStart = conflicts.filter(window => window.start <= start)
  if (atStart.length === 0) return 'short'
  return atStart.some(({ isYours }) => isYours) ? 'yours' : 'taken'
}

/** Returns the first of the sorted starts at which a ride of `hours` fits into the schedule, which is known until then. */
export function firstAvailableStart(
  starts: readonly Date[],
  hours: number,
  { until, ...schedule }: Schedule & { until: Date }
): Date | null {
  const fits = (start: Date) =>
    windowFrom(start, hours).end <= until && slotAvailability(start, hours, schedule) === 'free'
  return starts.find(fits) ?? null
}

interface DefaultStartRules extends Schedule {
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

function defaultSlot(day: Day, { hoursOn, now, ...schedule }: DefaultStartRules): Clock | null {
  const hours = hoursOn(day)
  const free = slotsFor(day, now, schedule.opening).filter(
    slot => slotAvailability(instantAt(day, slot), hours, schedule) === 'free'
  )
  const isToday = day === dayOf(now)
  return free.find(slot => isToday || periodOf(slot) !== 'Night') ?? free[0] ?? null
}
