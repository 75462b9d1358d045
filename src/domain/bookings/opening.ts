import {
  addDays,
  type Clock,
  type Day,
  dayOf,
  instantAt,
  parseInstant,
  type Weekday,
  weekdayOf
} from '#domain/time/india-time.ts'
import { MIDNIGHT } from '#domain/time/time-units.ts'
import type { TimeWindow } from './slots.ts'

// When a property takes bookings: its hours, also by weekday, the dates on which it is closed, and a pause. A ride
// starts and ends while it is open, and can end, but not start, when it closes. In between the rider has the scooter.
// HOLD and EXTEND decide by the same rules in SQL (server/slots/opening.ts).

/** The weekdays with hours of their own: the first and the last time, or none on a closed day. */
type WeekdayHours = { readonly [day in Weekday]?: readonly Clock[] | undefined }

/** Missing or null: no such rule. */
export interface Opening {
  /** The first and the last time of a day, both or neither. A day that closes before it opens ends after midnight. */
  opens_at?: Clock | null | undefined
  /** '24:00' is the end of the day. */
  closes_at?: Clock | null | undefined
  weekday_hours?: WeekdayHours | null | undefined
  /** Days without hours. The hours of the day before can end on them. */
  closed_dates?: readonly Day[] | null | undefined
  /** No ride starts before this ISO instant. */
  paused_until?: string | null | undefined
  /** 0: rides start at once, with the slot that has begun. */
  lead_minutes?: number | null | undefined
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
  | ({ code: 'outside_hours' } & Hours)

export const isClosedReason = (code: string | undefined): code is ClosedReason['code'] =>
  code === 'property_paused' || code === 'closed_on_date' || code === 'outside_hours'

/** The end of a pause; null without one. */
export function pauseEnd({ paused_until }: Opening, now: Date): Date | null {
  const until = paused_until ? parseInstant(paused_until) : now
  return until > now ? until : null
}

interface Hours {
  closes_at: Clock
  opens_at: Clock
}

const isClosedOn = (day: Day, { closed_dates, weekday_hours }: Opening) =>
  Boolean(closed_dates?.includes(day)) || weekday_hours?.[weekdayOf(day)]?.length === 0

/** The hours of a day, if it is not closed. A closed weekday would have the usual ones. */
function hoursOf(day: Day, { weekday_hours, ...usual }: Opening): Hours {
  const [opensAt = usual.opens_at, closesAt = usual.closes_at] = weekday_hours?.[weekdayOf(day)] ?? []
  return { closes_at: closesAt ?? DAY_END, opens_at: opensAt ?? MIDNIGHT }
}

/** The hours of a day; null if it has none, because it is closed or open all day. */
export function hoursOn(day: Day, opening: Opening): Hours | null {
  const hours = hoursOf(day, opening)
  const isOpenAllDay = hours.opens_at === MIDNIGHT && hours.closes_at === DAY_END
  return isOpenAllDay || isClosedOn(day, opening) ? null : hours
}

/** From when to when a property is open on a day, if it is not closed then. */
function windowOn(day: Day, opening: Opening): TimeWindow {
  const { closes_at, opens_at } = hoursOf(day, opening)
  return { end: instantAt(closes_at > opens_at ? day : addDays(day, 1), closes_at), start: instantAt(day, opens_at) }
}

/** The closed dates whose hours are not over. */
export const upcomingDates = (opening: Opening, now: Date): Day[] =>
  opening.closed_dates?.filter(day => windowOn(day, opening).end > now) ?? []

/** Why a ride cannot start, or end, at a moment. The hours of its own day decide, and those of the night before. */
function closedAt(moment: Date, isEnd: boolean, opening: Opening): ClosedReason | null {
  const day = dayOf(moment)
  const isWithinHours = (each: Day) => {
    const { end, start } = windowOn(each, opening)
    return start <= moment && (isEnd ? moment <= end : moment < end)
  }
  const days = [day, addDays(day, -1)].filter(isWithinHours)
  const isClosed = (each: Day) => isClosedOn(each, opening)
  if (days.some(each => !isClosed(each))) return null
  const closedDay = [...days, day].find(isClosed)
  if (closedDay) return { code: 'closed_on_date', day: closedDay }
  return { code: 'outside_hours', ...hoursOf(day, opening) }
}

/** Why a ride cannot start and end then; null if it can. Only what is given counts: an extension has no start. */
export function closedReason({ end, start }: { end?: Date; start?: Date }, opening: Opening): ClosedReason | null {
  const pausedUntil = start && pauseEnd(opening, start)
  if (pausedUntil) return { code: 'property_paused', until: pausedUntil }
  return (start && closedAt(start, false, opening)) || (end ? closedAt(end, true, opening) : null)
}
