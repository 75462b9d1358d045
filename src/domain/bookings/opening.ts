import { type Clock, clockOf, type Day, dayOf, parseInstant } from '#domain/time/india-time.ts'
import { MIDNIGHT, SECOND_MS } from '#domain/time/time-units.ts'

// When a property takes bookings: its hours, the dates on which it is closed, and a pause. A ride starts and ends while
// it is open. Overnight the rider has the scooter. HOLD and EXTEND decide by the same rules in SQL
// (server/slots/opening.ts).

/** Missing or null: no such rule. */
export interface Opening {
  /** The first and the last time of a day, both or neither. A day that closes before it opens ends after midnight. */
  opens_at?: Clock | null | undefined
  /** '24:00' is the end of the day. */
  closes_at?: Clock | null | undefined
  closed_dates?: readonly Day[] | null | undefined
  /** No ride starts before this ISO instant. */
  paused_until?: string | null | undefined
}

/** Of a pause until somebody ends it. */
export const PAUSED_WITHOUT_END = '9999-12-31T00:00:00.000Z'
export const CLOSED_DATES_MAX = 60
export const PAUSE_NOTE_MAX_LENGTH = 120
/** How the end of a day is written. */
export const DAY_END = '24:00'

export type ClosedReason =
  | { code: 'property_paused'; until: Date }
  | { code: 'closed_on_date'; day: Day }
  | { closes_at: Clock; code: 'outside_hours'; opens_at: Clock }

export const isClosedReason = (code: string | undefined): code is ClosedReason['code'] =>
  code === 'property_paused' || code === 'closed_on_date' || code === 'outside_hours'

/** A moment as the rules ask for it. */
interface Moment {
  clock: Clock
  day: Day
}

export const startMoment = (start: Date): Moment => ({ clock: clockOf(start), day: dayOf(start) })

/** The end of a ride at midnight belongs to the day before. */
export function endMoment(end: Date): Moment {
  const clock = clockOf(end)
  return clock === MIDNIGHT
    ? { clock: DAY_END, day: dayOf(new Date(end.getTime() - SECOND_MS)) }
    : { clock, day: dayOf(end) }
}

/** The end of a pause; null without one. */
export function pauseEnd({ paused_until }: Opening, now: Date): Date | null {
  const until = paused_until ? parseInstant(paused_until) : now
  return until > now ? until : null
}

/** The closed dates that are not over. */
export const upcomingDates = (dates: readonly Day[] | null | undefined, now: Date): Day[] =>
  dates?.filter(day => day >= dayOf(now)) ?? []

function isWithinHours(clock: Clock, { closes_at, opens_at }: Opening): boolean {
  if (!opens_at || !closes_at) return true
  const isOpen = clock >= opens_at
  const isNotClosed = clock <= closes_at
  return opens_at < closes_at ? isOpen && isNotClosed : isOpen || isNotClosed
}

/** Why a ride cannot start and end then; null if it can. Only what is given counts: an extension has no start. */
export function closedReason({ end, start }: { end?: Date; start?: Date }, opening: Opening): ClosedReason | null {
  const { closed_dates, closes_at, opens_at } = opening
  const pausedUntil = start && pauseEnd(opening, start)
  if (pausedUntil) return { code: 'property_paused', until: pausedUntil }
  const moments = [...(start ? [startMoment(start)] : []), ...(end ? [endMoment(end)] : [])]
  const closed = moments.find(({ day }) => closed_dates?.includes(day))
  if (closed) return { code: 'closed_on_date', day: closed.day }
  const isOpen = moments.every(({ clock }) => isWithinHours(clock, opening))
  return isOpen || !opens_at || !closes_at ? null : { closes_at, code: 'outside_hours', opens_at }
}
