import * as contract from '#contract/bookings/create-booking.ts'
import * as freeContract from '#contract/bookings/free-scooters.ts'
import { firstAvailableStart } from '#domain/bookings/availability.ts'
import { closedReason } from '#domain/bookings/opening.ts'
import { overlaps, type TimeWindow, windowFrom, withBuffer } from '#domain/bookings/slots.ts'
import { isTooFarAhead } from '#domain/bookings/start-times.ts'
import { NUMBER_RULES } from '#domain/catalogue/property-rules.ts'
import { SLOT_MINUTES } from '#domain/constants.ts'
import { sortRows } from '#domain/kit/rows.ts'
import { LATE_NOT_OFFERED_MINUTES } from '#domain/problems/problems.ts'
import type { BookingBlock } from '#domain/riders/licence.ts'
import { addDays, addMinutes, instantAt } from '#domain/time/india-time.ts'
import { hoursBetween } from '#domain/time/time-texts.ts'
import { DAY_MINUTES, MIDNIGHT } from '#domain/time/time-units.ts'
import { bookingRules } from '#server/catalogue/properties.ts'
import { prepareNamed, readRows } from '#server/db/client.ts'
import { dateFrom, ruleSql, secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { refusal } from '#server/runtime/refusal.ts'
import type { Rider } from '#server/sessions/sessions.ts'
import { blocks, isInService, isLiveClaim, isPaidOrSettling, overlapsWindow } from '#server/slots/booking-sql.ts'
import { conflictParams, isFree, SELECT_OWN_RIDE } from '#server/slots/conflicts.ts'
import { bookingBlock } from '#server/slots/hold-limits.ts'
import { WITH_RULES } from '#server/slots/opening.ts'
import { fromLateRides } from '#server/slots/scooter-state.ts'
import { refuseLength, refuseStart } from './create-booking.ts'

// What a rider cannot book on scooters. Parameters: :scooters, their ids as JSON, :rider, :now, and the shown time as
// :start and :end.

const SELECT_SCOOTERS = `
SELECT s.id, s.property_id, ${ruleSql('buffer_minutes')} AS buffer_minutes,
       EXISTS (SELECT 1 ${fromLateRides('s.id', ':now')} AND late.user_id <> :rider) AS is_late
  FROM json_each(:scooters) asked
  CROSS JOIN scooters s ON s.id = asked.value
  JOIN properties p ON p.id = s.property_id
  ${WITH_RULES}
 WHERE s.archived_at IS NULL AND p.archived_at IS NULL`

/** The times at which a problem blocks a scooter, without a buffer. */
const SELECT_BLOCKS = `
SELECT p.scooter_id, p.blocked_from AS start_at, p.blocked_until AS end_at
  FROM json_each(:scooters) asked CROSS JOIN problems p WHERE ${blocks('asked.value', ':start', ':end')}`

const OF_OTHERS = `
SELECT b.scooter_id, b.start_at, b.end_at FROM json_each(:scooters) asked CROSS JOIN bookings b
 WHERE b.scooter_id = asked.value AND b.user_id <> :rider AND b.state IN ('confirmed', 'held') AND ${isLiveClaim('b')}
   AND ${overlapsWindow('b', ':start', ':end')} ORDER BY b.start_at`

const OF_RIDER = `
SELECT b.start_at, b.end_at FROM bookings b
 WHERE b.user_id = :rider AND ${isPaidOrSettling('b')} AND ${isLiveClaim('b')}
   AND ${overlapsWindow('b', ':start', ':end')} ORDER BY b.start_at`

interface WindowRow {
  end_at: number
  start_at: number
}

type RowOfScooter = WindowRow & { scooter_id: string }

const toWindow = ({ end_at, start_at }: WindowRow) => ({ end: dateFrom(end_at), start: dateFrom(start_at) })

const toBusy = (isYours: boolean) => (window: TimeWindow) => ({ ...window, isYours })

/**
 * What of a time the rider cannot book, by the scooter that exists: what others have booked of it, with the property's
 * buffer on both sides, when it cannot be ridden, and the rider's own paid rides on any scooter. The rider's own unpaid
 * hold is left out, because a new booking replaces it.
 */
export async function readBusyTimes(scooterIds: readonly string[], rider: Rider, shown: TimeWindow, now: Date) {
  // The buffer is read in the same batch, so this is the range with the longest one.
  const { end, start } = withBuffer(shown, NUMBER_RULES.buffer_minutes.max)
  const { ofOthers, ofRider, scooters, blocked } = await readRows<{
    blocked: RowOfScooter
    ofOthers: RowOfScooter
    ofRider: WindowRow
    scooters: { buffer_minutes: number; id: string; is_late: 0 | 1; property_id: string }
  }>(
    { blocked: SELECT_BLOCKS, ofOthers: OF_OTHERS, ofRider: OF_RIDER, scooters: SELECT_SCOOTERS },
    {
      end: secondsOf(end),
      now: secondsOf(now),
      rider: rider.id,
      scooters: JSON.stringify(scooterIds),
      start: secondsOf(start)
    }
  )
  return scooters.map(({ buffer_minutes, id, is_late, property_id }) => {
    const isOfScooter = ({ scooter_id }: RowOfScooter) => scooter_id === id
    const booked = ofOthers.filter(isOfScooter).map(row => withBuffer(toWindow(row), buffer_minutes))
    const late = is_late ? [{ end: addMinutes(now, LATE_NOT_OFFERED_MINUTES), start: now }] : []
    const ofScooter = [...booked, ...blocked.filter(isOfScooter).map(toWindow), ...late].map(toBusy(false))
    const busy = [...ofScooter, ...ofRider.map(toWindow).map(toBusy(true))]
    return { busy: busy.filter(window => overlaps(window, shown)), id, property_id }
  })
}

/**
 * Builds the operation that lists what a rider cannot book on a scooter on `days` days. It also covers the day after
 * them, because a ride that starts on the last may end on the next.
 */
export const availabilityOperation = (days: number) =>
  implement(contract.getAvailability, async ({ params: { id }, query }, rider, { now }) => {
    const dayAfter = addDays(query.date, days + 1)
    const shown = { end: instantAt(dayAfter, MIDNIGHT), start: instantAt(query.date, MIDNIGHT) }
    const [scooter] = await readBusyTimes([id], rider, shown, now)
    if (!scooter || scooter.property_id !== rider.property_id) throw refusal('scooter_not_found')
    return {
      busy: scooter.busy.map(({ end, isYours, start }) => ({
        end_time: end.toISOString(),
        is_yours: isYours,
        start_time: start.toISOString()
      }))
    }
  })

export const getAvailability = availabilityOperation(1)

// Which scooters a rider finds free for a ride. It is what HOLD would answer, except that the limits on unpaid holds
// stay with HOLD.

const SELECT_CHOICES = `
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
  freeContract.listFreeScooters,
  async ({ params: { property_id }, query: { hours, start } }, rider, { now }) => {
    const rules = rider.property_id === property_id && (await bookingRules(property_id, now))
    if (!rules) return []
    refuseStart(start, rules, now)
    refuseLength(hours, rules)
    const window = windowFrom(start, hours)
    const { buffer_minutes } = rules
    const params = conflictParams({ buffer_minutes, ride: null, rider: rider.id, window }, now)
    const { results } = await prepareNamed(SELECT_CHOICES, { ...params, id: '' }).all<ScooterRow>()
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
