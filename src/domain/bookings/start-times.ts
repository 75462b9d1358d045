import { BOOKING_HORIZON_DAYS, NOW_MINUTES, SLOT_LEAD_MINUTES, SLOT_MINUTES } from '#domain/constants.ts'
import { addDays, addMinutes, type Clock, type Day, dayOf, instantAt } from '#domain/time/india-time.ts'
import { MIDNIGHT } from '#domain/time/time-units.ts'
import { closedReason, type Opening, pauseEnd } from './opening.ts'
import { ALL_SLOTS, slotStartOf } from './slots.ts'

// At which slots a ride can start, as far as the clock and the opening of its property decide.

type Lead = Pick<Opening, 'lead_minutes'>

const leadOf = ({ lead_minutes }: Lead) => (lead_minutes === 0 ? -NOW_MINUTES : SLOT_LEAD_MINUTES)

/**
 * A ride must start strictly later than now plus the lead: at 10:00 the first slot is 11:00. Where rides start at once,
 * it is 10:00 until before 10:10.
 */
export function isAfterLead(start: Date, now: Date, lead: Lead, leniencyMinutes = 0): boolean {
  return start > addMinutes(now, leadOf(lead) - leniencyMinutes)
}

/** A ride can start then, as far as the clock and the property's opening decide. */
export function isBookable(day: Day, slot: Clock, now: Date, opening: Opening = {}): boolean {
  const start = instantAt(day, slot)
  return isAfterLead(start, now, opening) && closedReason({ start }, opening) === null
}

/** Returns the bookable slots of a day: none in the past, today only those after the lead, else all 48. */
export function slotsFor(day: Day, now: Date, opening?: Opening): Clock[] {
  return ALL_SLOTS.filter(slot => isBookable(day, slot, now, opening))
}

export function hasBookableStart(day: Day, now: Date, opening: Opening): boolean {
  return ALL_SLOTS.some(slot => isBookable(day, slot, now, opening))
}

/** Returns the first bookable start: today's, or tomorrow's after today's last slot. */
export function firstBookableStart(now: Date, lead: Lead = {}): Date {
  return slotStartOf(addMinutes(now, leadOf(lead) + SLOT_MINUTES))
}

/** Returns the last day on which a ride can start. `daysAhead` is the property's `max_days_ahead`, if it is known. */
export function lastBookableDay(now: Date, daysAhead?: number | null): Day {
  return addDays(dayOf(now), daysAhead ?? BOOKING_HORIZON_DAYS)
}

/** Returns the first day with a start that can be booked; while the property is closed for all of them, the first. */
export function firstBookableDay(now: Date, opening: Opening & { max_days_ahead?: number | null } = {}): Day {
  const first = dayOf(firstBookableStart(now, opening))
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
