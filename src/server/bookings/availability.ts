import { and, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import * as contract from '#contract/bookings/availability.ts'
import { LONGEST_ROW_MINUTES, overlaps, type Window, withBuffer } from '#domain/bookings/booking-window.ts'
import { NUMBER_RULES } from '#domain/catalogue/property-rules.ts'
import { addDays, addMinutes, instantAt } from '#domain/time/india-time.ts'
import { MIDNIGHT } from '#domain/time/time-units.ts'
import { ruleColumns, withDefaults } from '#server/catalogue/property-rules.ts'
import { db } from '#server/db/client.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { properties, property_settings, scooters } from '#server/db/schema/catalogue.ts'
import { implement } from '#server/http/operation.ts'
import { refusal } from '#server/runtime/errors.ts'
import { isPaidOrSettling, liveHoldAt } from '#server/slots/conditions.ts'

/**
 * Builds the operation that lists what a rider cannot book on a scooter on `days` days. It also covers the day after
 * them, because a ride that starts on the last may end on the next.
 *
 * The list has what others have booked of the scooter, with the property's buffer on both sides, and the rider's own
 * paid rides on any scooter. The rider's own unpaid hold is left out, because a new booking replaces it.
 */
export const availabilityOperation = (days: number) =>
  implement(contract.getAvailability, async ({ params: { id }, query }, rider, { now }) => {
    const from = instantAt(query.date, MIDNIGHT)
    const until = instantAt(addDays(query.date, days + 1), MIDNIGHT)
    const shown = { end: until, start: from }
    // The buffer is read in the same batch, so this is the range with the longest one.
    const range = withBuffer(shown, NUMBER_RULES.buffer_minutes.max)
    const isInRange = and(
      // One row lasts at most LONGEST_ROW_MINUTES. This lower bound on `start_at` bounds the index scan.
      gt(bookings.start_at, addMinutes(range.start, -LONGEST_ROW_MINUTES)),
      lt(bookings.start_at, range.end),
      gt(bookings.end_at, range.start)
    )
    const window = { end: bookings.end_at, start: bookings.start_at }
    const [places, ofOthers, ofRider] = await db.batch([
      db
        .select({ buffer_minutes: ruleColumns.buffer_minutes, property_id: scooters.property_id })
        .from(scooters)
        .innerJoin(properties, eq(properties.id, scooters.property_id))
        .leftJoin(property_settings, eq(property_settings.property_id, scooters.property_id))
        .where(and(eq(scooters.id, id), isNull(scooters.archived_at), isNull(properties.archived_at))),
      db
        .select(window)
        .from(bookings)
        .where(
          and(
            eq(bookings.scooter_id, id),
            isInRange,
            ne(bookings.user_id, rider.id),
            or(eq(bookings.state, 'confirmed'), liveHoldAt('bookings', now))
          )
        )
        .orderBy(bookings.start_at),
      db
        .select(window)
        .from(bookings)
        .where(and(eq(bookings.user_id, rider.id), isInRange, sql.raw(isPaidOrSettling('bookings'))))
        .orderBy(bookings.start_at)
    ])
    const [place] = places
    if (!place || place.property_id !== rider.property_id) throw refusal('scooter_not_found')
    const { buffer_minutes } = withDefaults(place)
    const blocked = ofOthers.map(booked => withBuffer(booked, buffer_minutes))
    const isShown = (busy: Window) => overlaps(busy, shown)
    return {
      busy: [...blocked.filter(isShown).map(toWireWindow(false)), ...ofRider.filter(isShown).map(toWireWindow(true))]
    }
  })

function toWireWindow(isYours: boolean) {
  return ({ end, start }: Window) => ({
    end_time: end.toISOString(),
    is_yours: isYours,
    start_time: start.toISOString()
  })
}

export const getAvailability = availabilityOperation(1)
