import { and, eq, gt, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import * as contract from '#contract/bookings/create-booking.ts'
import { LONGEST_ROW_MINUTES, overlaps, type TimeWindow, withBuffer } from '#domain/bookings/booking-window.ts'
import { NUMBER_RULES } from '#domain/catalogue/property-rules.ts'
import { LATE_NOT_OFFERED_MINUTES } from '#domain/problems/problems.ts'
import { addDays, addMinutes, instantAt } from '#domain/time/india-time.ts'
import { MIDNIGHT } from '#domain/time/time-units.ts'
import { ruleColumns, withDefaults } from '#server/catalogue/properties.ts'
import { db } from '#server/db/client.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { properties, property_settings, scooters } from '#server/db/schema/catalogue.ts'
import { problems } from '#server/db/schema/problems.ts'
import { sqlAt } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { isLiveHold, isPaidOrSettling } from '#server/slots/booking-sql.ts'
import { hasLateRide } from '#server/slots/unrideable.ts'

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
    const range = withBuffer(shown, NUMBER_RULES.buffer_minutes.max)
    const [[scooter], blocks, ofOthers, ofRider] = await db.batch([
      selectScooter(id, rider.id, now),
      selectBlocks(id, range),
      selectWindows(
        range,
        and(
          eq(bookings.scooter_id, id),
          ne(bookings.user_id, rider.id),
          or(eq(bookings.state, 'confirmed'), sqlAt(isLiveHold('bookings'), now))
        )
      ),
      selectWindows(range, and(eq(bookings.user_id, rider.id), sql.raw(isPaidOrSettling('bookings'))))
    ])
    if (!scooter || scooter.property_id !== rider.property_id) throw refusal('scooter_not_found')
    const { buffer_minutes } = withDefaults(scooter)
    const blocked = ofOthers.map(booked => withBuffer(booked, buffer_minutes))
    const lateUntil = addMinutes(now, LATE_NOT_OFFERED_MINUTES)
    const late = scooter.is_late ? [{ end: lateUntil, start: now }] : []
    const isShown = (busy: TimeWindow) => overlaps(busy, shown)
    const ofScooter = [...blocked, ...blocks, ...late]
    return {
      busy: [...ofScooter.filter(isShown).map(toWireWindow(false)), ...ofRider.filter(isShown).map(toWireWindow(true))]
    }
  })

function selectScooter(id: string, rider: string, now: Date) {
  return db
    .select({
      buffer_minutes: ruleColumns.buffer_minutes,
      is_late: hasLateRide('scooters.id', rider, now),
      property_id: scooters.property_id
    })
    .from(scooters)
    .innerJoin(properties, eq(properties.id, scooters.property_id))
    .leftJoin(property_settings, eq(property_settings.property_id, scooters.property_id))
    .where(and(eq(scooters.id, id), isNull(scooters.archived_at), isNull(properties.archived_at)))
}

/** The times at which a problem blocks the scooter, without a buffer. */
function selectBlocks(id: string, { end, start }: TimeWindow) {
  return db
    .select({
      end: sql`${problems.blocked_until}`.mapWith(problems.blocked_until),
      start: sql`${problems.blocked_from}`.mapWith(problems.blocked_from)
    })
    .from(problems)
    .where(
      and(
        eq(problems.scooter_id, id),
        eq(problems.state, 'open'),
        gt(problems.blocked_until, start),
        lt(problems.blocked_from, end)
      )
    )
}

function selectWindows(range: TimeWindow, condition: SQL | undefined) {
  return db
    .select({ end: bookings.end_at, start: bookings.start_at })
    .from(bookings)
    .where(
      and(
        condition,
        // One row lasts at most LONGEST_ROW_MINUTES. This lower bound on `start_at` bounds the index scan.
        gt(bookings.start_at, addMinutes(range.start, -LONGEST_ROW_MINUTES)),
        lt(bookings.start_at, range.end),
        gt(bookings.end_at, range.start)
      )
    )
    .orderBy(bookings.start_at)
}

function toWireWindow(isYours: boolean) {
  return ({ end, start }: TimeWindow) => ({
    end_time: end.toISOString(),
    is_yours: isYours,
    start_time: start.toISOString()
  })
}

export const getAvailability = availabilityOperation(1)
