import { DAY_END, type Opening } from '#domain/bookings/opening.ts'
import type { TimeWindow } from '#domain/bookings/slots.ts'
import { addDays, type Clock, clockOf, type Day, dayOf, weekdayOf } from '#domain/time/india-time.ts'
import { MIDNIGHT } from '#domain/time/time-units.ts'
import type { property_settings } from '#server/db/schema/catalogue.ts'
import {
  isoOrNull,
  parseStoredJson,
  type SqlParams,
  type StoredRow,
  storedClosedDates,
  storedWeekdayHours
} from '#server/db/sql.ts'

// The opening hours, closed days and pause of a property in SQL. `rules` is its row of property_settings, which may be
// missing. domain/bookings/opening.ts has the same rules for clients and for the reason of a refusal.

/** `clock` is a time of the day as it writes it: '26:00' is in the next night. */
const dayParams = (name: string, day: Day, clock: Clock): SqlParams => ({
  [`${name}Clock`]: clock,
  [`${name}Day`]: day,
  [`${name}Weekday`]: weekdayOf(day)
})

function momentParams(name: string, instant: Date): SqlParams {
  const [day, clock] = [dayOf(instant), clockOf(instant)]
  const nightClock = `${Number(clock.slice(0, 2)) + 24}${clock.slice(2)}`
  return { ...dayParams(name, day, clock), ...dayParams(`${name}Eve`, addDays(day, -1), nightClock) }
}

/** The parameters of `IS_OPEN`: both moments for their own day and for the day before. */
export const openingParams = ({ end, start }: TimeWindow): SqlParams => ({
  ...momentParams('end', end),
  ...momentParams('start', start)
})

/** SQL: the first or the last time of a weekday. A closed one has the usual. */
const opensOn = (weekday: string) => `coalesce(rules.weekday_hours -> ${weekday} ->> 0, rules.opens_at, '${MIDNIGHT}')`
const closesOn = (weekday: string) => `coalesce(rules.weekday_hours -> ${weekday} ->> 1, rules.closes_at, '${DAY_END}')`

/** SQL: when a day ends, as that day writes it: '26:00' is after midnight. */
const endOn = (weekday: string) => `
iif(${closesOn(weekday)} > ${opensOn(weekday)}, ${closesOn(weekday)},
    (substr(${closesOn(weekday)}, 1, 2) + 24) || substr(${closesOn(weekday)}, 3))`

/** SQL: the hours of a day have a moment. A ride can end, but not start, when they end. `name`: of `dayParams`. */
const isOpenOn = (name: string, isBefore: '<' | '<=') => `
(:${name}Clock >= ${opensOn(`:${name}Weekday`)} AND :${name}Clock ${isBefore} ${endOn(`:${name}Weekday`)}
 AND rules.weekday_hours -> :${name}Weekday IS NOT '[]'
 AND NOT EXISTS (SELECT 1 FROM json_each(coalesce(rules.closed_dates, '[]')) closed WHERE closed.value = :${name}Day))`

/** SQL: the property is open at the start and at the end. For an extension, of `:ride`, only the end counts. */
export const IS_OPEN = `
((:ride IS NOT NULL OR (coalesce(rules.paused_until, 0) <= :start
   AND (${isOpenOn('start', '<')} OR ${isOpenOn('startEve', '<')})))
 AND (${isOpenOn('end', '<=')} OR ${isOpenOn('endEve', '<=')}))`

/** SQL: joins `rules` to the scooter `s`. */
export const WITH_RULES = 'LEFT JOIN property_settings rules ON rules.property_id = s.property_id'

/** Columns that `openingFrom` reads. */
export const OPENING_COLUMNS = `
rules.opens_at, rules.closes_at, rules.weekday_hours, rules.closed_dates, rules.paused_until, rules.lead_minutes`

export type OpeningRow = StoredRow<
  typeof property_settings,
  'closed_dates' | 'closes_at' | 'lead_minutes' | 'opens_at' | 'paused_until' | 'weekday_hours'
>

export const openingFrom = ({ closed_dates, paused_until, weekday_hours, ...hours }: OpeningRow): Opening => ({
  closed_dates:
    closed_dates === null ? null : parseStoredJson('property_settings.closed_dates', storedClosedDates, closed_dates),
  closes_at: hours.closes_at,
  lead_minutes: hours.lead_minutes,
  opens_at: hours.opens_at,
  paused_until: isoOrNull(paused_until),
  weekday_hours:
    weekday_hours === null
      ? null
      : parseStoredJson('property_settings.weekday_hours', storedWeekdayHours, weekday_hours)
})
