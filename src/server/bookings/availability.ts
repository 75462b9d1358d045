import * as contract from '#contract/bookings/create-booking.ts'
import { overlaps, type TimeWindow, withBuffer } from '#domain/bookings/slots.ts'
import { NUMBER_RULES } from '#domain/catalogue/property-rules.ts'
import { LATE_NOT_OFFERED_MINUTES } from '#domain/problems/problems.ts'
import { addDays, addMinutes, instantAt } from '#domain/time/india-time.ts'
import { MIDNIGHT } from '#domain/time/time-units.ts'
import { readRows } from '#server/db/client.ts'
import { dateFrom, ruleSql, secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { refusal } from '#server/runtime/refusal.ts'
import type { Rider } from '#server/sessions/actor.ts'
import { blocks, isLiveClaim, isPaidOrSettling, overlapsWindow } from '#server/slots/booking-sql.ts'
import { WITH_RULES } from '#server/slots/opening.ts'
import { fromLateRides } from '#server/slots/unrideable.ts'

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
