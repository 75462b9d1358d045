import { DAY_END, type Opening } from '#domain/bookings/opening.ts'
import type { TimeWindow } from '#domain/bookings/slots.ts'
import { addDays, clockOf, dayOf } from '#domain/time/india-time.ts'
import { MIDNIGHT } from '#domain/time/time-units.ts'
import { isoFrom, parseStoredJson, storedClosedDates } from '#server/db/sql.ts'

// The opening hours, closed dates and pause of a property in SQL. `rules` is its row of property_settings, which may be
// missing. domain/bookings/opening.ts has the same rules for clients and for the reason of a refusal.

/** A moment as its own day writes it, and as the day before does: '02:00' and '26:00'. */
function momentOf(instant: Date) {
  const [day, clock] = [dayOf(instant), clockOf(instant)]
  return { clock, day, eve: addDays(day, -1), eveClock: `${Number(clock.slice(0, 2)) + 24}${clock.slice(2)}` }
}

/** The parameters of `IS_OPEN`. */
export function openingParams({ end, start }: TimeWindow) {
  const [starts, ends] = [momentOf(start), momentOf(end)]
  return {
    endClock: ends.clock,
    endDay: ends.day,
    endEve: ends.eve,
    endEveClock: ends.eveClock,
    startClock: starts.clock,
    startDay: starts.day,
    startEve: starts.eve,
    startEveClock: starts.eveClock
  }
}

/** SQL: when a day closes, as that day writes it: '26:00' is after midnight. */
const CLOSES = `
coalesce(iif(rules.closes_at > rules.opens_at, rules.closes_at,
             (substr(rules.closes_at, 1, 2) + 24) || substr(rules.closes_at, 3)), '${DAY_END}')`

/** SQL: the hours of a day have a moment. A ride can end, but not start, when they end. */
const isOpenOn = (day: string, clock: string, isBefore: '<' | '<=') => `
(${clock} >= coalesce(rules.opens_at, '${MIDNIGHT}') AND ${clock} ${isBefore} ${CLOSES}
 AND NOT EXISTS (SELECT 1 FROM json_each(coalesce(rules.closed_dates, '[]')) closed WHERE closed.value = ${day}))`

/** SQL: the property is open at the start and at the end. For an extension, of `:ride`, only the end counts. */
export const IS_OPEN = `
((:ride IS NOT NULL OR (coalesce(rules.paused_until, 0) <= :start
   AND (${isOpenOn(':startDay', ':startClock', '<')} OR ${isOpenOn(':startEve', ':startEveClock', '<')})))
 AND (${isOpenOn(':endDay', ':endClock', '<=')} OR ${isOpenOn(':endEve', ':endEveClock', '<=')}))`

/** Columns that `openingFrom` reads. */
export const OPENING_COLUMNS = 'rules.opens_at, rules.closes_at, rules.closed_dates, rules.paused_until'

export interface OpeningRow {
  /** JSON */
  closed_dates: string | null
  closes_at: string | null
  opens_at: string | null
  paused_until: number | null
}

export const openingFrom = ({ closed_dates, paused_until, ...hours }: OpeningRow): Opening => ({
  closed_dates:
    closed_dates === null ? null : parseStoredJson('property_settings.closed_dates', storedClosedDates, closed_dates),
  closes_at: hours.closes_at,
  opens_at: hours.opens_at,
  paused_until: paused_until === null ? null : isoFrom(paused_until)
})
