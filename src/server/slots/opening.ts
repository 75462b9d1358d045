import type { TimeWindow } from '#domain/bookings/booking-window.ts'
import { endMoment, type Opening, startMoment } from '#domain/bookings/opening.ts'
import { isoFrom } from '#server/db/sql.ts'
import { parseStoredJson, storedClosedDates } from '#server/db/stored-json.ts'

// The opening hours, closed dates and pause of a property in SQL. `rules` is its row of property_settings, which may be
// missing. domain/bookings/opening.ts has the same rules for clients and for the reason of a refusal.

/** The parameters of `IS_OPEN`. */
export function openingParams({ end, start }: TimeWindow) {
  const [starts, ends] = [startMoment(start), endMoment(end)]
  return { endClock: ends.clock, endDay: ends.day, startClock: starts.clock, startDay: starts.day }
}

const isWithinHours = (clock: string) => `
(rules.opens_at IS NULL OR iif(rules.opens_at < rules.closes_at,
  ${clock} BETWEEN rules.opens_at AND rules.closes_at, ${clock} >= rules.opens_at OR ${clock} <= rules.closes_at))`

/** SQL: the property is open at the start and at the end. For an extension, of `:ride`, only the end counts. */
export const IS_OPEN = `
((:ride IS NOT NULL OR (coalesce(rules.paused_until, 0) <= :start AND ${isWithinHours(':startClock')}))
 AND ${isWithinHours(':endClock')}
 AND NOT EXISTS (SELECT 1 FROM json_each(coalesce(rules.closed_dates, '[]')) closed
                  WHERE closed.value = :endDay OR (closed.value = :startDay AND :ride IS NULL)))`

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
