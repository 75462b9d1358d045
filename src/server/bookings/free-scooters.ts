import * as contract from '#contract/bookings/free-scooters.ts'
import { firstAvailableStart } from '#domain/bookings/availability.ts'
import { closedReason } from '#domain/bookings/opening.ts'
import { type TimeWindow, windowFrom } from '#domain/bookings/slots.ts'
import { isTooFarAhead } from '#domain/bookings/start-times.ts'
import { SLOT_MINUTES } from '#domain/constants.ts'
import { sortRows } from '#domain/kit/sort-rows.ts'
import type { BookingBlock } from '#domain/riders/licence.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { hoursBetween } from '#domain/time/time-texts.ts'
import { DAY_MINUTES } from '#domain/time/time-units.ts'
import { bookingRules } from '#server/catalogue/properties.ts'
import { prepareNamed } from '#server/db/client.ts'
import { dateFrom } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import type { Rider } from '#server/sessions/actor.ts'
import { isInService } from '#server/slots/booking-sql.ts'
import { conflictParams, isFree, SELECT_OWN_RIDE } from '#server/slots/conflicts.ts'
import { bookingBlock } from '#server/slots/hold-limits.ts'
import { WITH_RULES } from '#server/slots/opening.ts'
import { readBusyTimes } from './availability.ts'
import { refuseLength, refuseStart } from './create-booking.ts'

// Which scooters a rider finds free for a ride. It is what HOLD would answer, except that the limits on unpaid holds
// stay with HOLD.

const SELECT_SCOOTERS = `
SELECT s.id, s.name, ${isInService('s', 'p')} AS in_service, ${bookingBlock(':end')} AS block, ${isFree('s.id')} AS free,
       EXISTS (${SELECT_OWN_RIDE}) AS own_ride,
       iif(s.needs_license = 1 AND u.license_status = 'approved', u.license_valid_until, NULL) AS licensed_until
  FROM users u
  CROSS JOIN properties p ON p.id = u.property_id
  CROSS JOIN scooters s ON s.property_id = p.id
  ${WITH_RULES}
 WHERE u.id = :rider AND s.archived_at IS NULL`

interface ScooterRow {
  block: BookingBlock | null
  free: 0 | 1
  id: string
  in_service: 0 | 1
  name: string
  /** Null: a licence does not limit the end of a ride. */
  licensed_until: number | null
  own_ride: 0 | 1
}

/** For so long after a start that is not free, later ones are tried. */
const LATER_STARTS = Array.from({ length: DAY_MINUTES / SLOT_MINUTES }, (_, index) => (index + 1) * SLOT_MINUTES)

type Rules = NonNullable<Awaited<ReturnType<typeof bookingRules>>>

export const listFreeScooters = implement(
  contract.listFreeScooters,
  async ({ params: { property_id }, query: { hours, start } }, rider, { now }) => {
    const rules = rider.property_id === property_id && (await bookingRules(property_id, now))
    if (!rules) return []
    refuseStart(start, rules, now)
    refuseLength(hours, rules)
    const window = windowFrom(start, hours)
    const { buffer_minutes } = rules
    const params = conflictParams({ buffer_minutes, ride: null, rider: rider.id, window }, now)
    const { results } = await prepareNamed(SELECT_SCOOTERS, { ...params, id: '' }).all<ScooterRow>()
    const mayHave = ({ block, in_service }: ScooterRow) => block === null && in_service === 1
    const isFreeNow = (row: ScooterRow) => mayHave(row) && row.free === 1
    const others = results.filter(row => mayHave(row) && !isFreeNow(row))
    const next = others.length > 0 ? await nextStarts(others, { rider, rules, window }, now) : new Map<string, Date>()
    return sortRows(results, 'name').map(row => ({
      booking_block: row.block,
      free: isFreeNow(row),
      id: row.id,
      name: row.name,
      next_free_at: next.get(row.id)?.toISOString() ?? null,
      own_ride: row.own_ride === 1
    }))
  }
)

/** When each scooter is next free for as long. */
async function nextStarts(
  rows: readonly ScooterRow[],
  { rider, rules, window: { end, start } }: { rider: Rider; rules: Rules; window: TimeWindow },
  now: Date
): Promise<Map<string, Date>> {
  const starts = LATER_STARTS.map(minutes => addMinutes(start, minutes)).filter(
    later => closedReason({ start: later }, rules) === null && !isTooFarAhead(later, now, rules.max_days_ahead)
  )
  const tried = { end: addMinutes(end, DAY_MINUTES), start }
  const ids = rows.map(({ id }) => id)
  const found = (await readBusyTimes(ids, rider, tried, now)).map(({ busy, id }) => {
    const licensedUntil = rows.find(row => row.id === id)?.licensed_until
    const until = licensedUntil ? dateFrom(licensedUntil) : tried.end
    return [id, firstAvailableStart(starts, hoursBetween(start, end), { busy, opening: rules, until })] as const
  })
  return new Map(found.flatMap(([id, next]) => (next ? [[id, next]] : [])))
}
