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
import { fromBlocks, isLiveHold, isPaidOrSettling, overlapsWindow } from '#server/slots/booking-sql.ts'
import { fromLateRides } from '#server/slots/unrideable.ts'

// What a rider cannot book on a scooter. Parameters: :scooter, :rider, :now, and the shown time as :start and :end.

const SELECT_SCOOTER = `
SELECT s.property_id, ${ruleSql('buffer_minutes')} AS buffer_minutes,
       EXISTS (SELECT 1 ${fromLateRides('s.id', ':now')} AND late.user_id <> :rider) AS is_late
  FROM scooters s
  JOIN properties p ON p.id = s.property_id
  LEFT JOIN property_settings rules ON rules.property_id = s.property_id
 WHERE s.id = :scooter AND s.archived_at IS NULL AND p.archived_at IS NULL`

/** The times at which a problem blocks the scooter, without a buffer. */
const SELECT_BLOCKS = `
SELECT p.blocked_from AS start_at, p.blocked_until AS end_at ${fromBlocks(':scooter', ':start', ':end')}`

const selectWindows = (condition: string) => `
SELECT b.start_at, b.end_at FROM bookings b
 WHERE ${condition} AND ${overlapsWindow('b', ':start', ':end')} ORDER BY b.start_at`

const OF_OTHERS = selectWindows(
  `b.scooter_id = :scooter AND b.user_id <> :rider AND (b.state = 'confirmed' OR ${isLiveHold('b')})`
)

const OF_RIDER = selectWindows(`b.user_id = :rider AND ${isPaidOrSettling('b')}`)

interface WindowRow {
  end_at: number
  start_at: number
}

const toWindow = ({ end_at, start_at }: WindowRow) => ({ end: dateFrom(end_at), start: dateFrom(start_at) })

/**
 * Builds the operation that lists what a rider cannot book on a scooter on `days` days. It also covers the day after
 * them, because a ride that starts on the last may end on the next.
 *
 * The list has what others have booked of the scooter, with the property's buffer on both sides, when it cannot be
 * ridden, and the rider's own paid rides on any scooter. The rider's own unpaid hold is left out, because a new booking
 * replaces it.
 */
export const availabilityOperation = (days: number) =>
  implement(contract.getAvailability, async ({ params: { id }, query }, rider, { now }) => {
    const dayAfter = addDays(query.date, days + 1)
    const shown = { end: instantAt(dayAfter, MIDNIGHT), start: instantAt(query.date, MIDNIGHT) }
    // The buffer is read in the same batch, so this is the range with the longest one.
    const { end, start } = withBuffer(shown, NUMBER_RULES.buffer_minutes.max)
    const { blocks, ofOthers, ofRider, scooters } = await readRows<{
      blocks: WindowRow
      ofOthers: WindowRow
      ofRider: WindowRow
      scooters: { buffer_minutes: number; is_late: 0 | 1; property_id: string }
    }>(
      { blocks: SELECT_BLOCKS, ofOthers: OF_OTHERS, ofRider: OF_RIDER, scooters: SELECT_SCOOTER },
      { end: secondsOf(end), now: secondsOf(now), rider: rider.id, scooter: id, start: secondsOf(start) }
    )
    const [scooter] = scooters
    if (!scooter || scooter.property_id !== rider.property_id) throw refusal('scooter_not_found')
    const blocked = ofOthers.map(booked => withBuffer(toWindow(booked), scooter.buffer_minutes))
    const late = scooter.is_late ? [{ end: addMinutes(now, LATE_NOT_OFFERED_MINUTES), start: now }] : []
    const isShown = (busy: TimeWindow) => overlaps(busy, shown)
    const ofScooter = [...blocked, ...blocks.map(toWindow), ...late]
    return {
      busy: [
        ...ofScooter.filter(isShown).map(toWireWindow(false)),
        ...ofRider.map(toWindow).filter(isShown).map(toWireWindow(true))
      ]
    }
  })

function toWireWindow(isYours: boolean) {
  return ({ end, start }: TimeWindow) => ({
    end_time: end.toISOString(),
    is_yours: isYours,
    start_time: start.toISOString()
  })
}

export const getAvailability = availabilityOperation(1)
