import { and, eq, gt, isNull, lt, ne, or } from 'drizzle-orm'
import * as contract from '#contract/catalogue/scooters.ts'
import { LONGEST_RIDE_MINUTES } from '#domain/bookings/booking-window.ts'
import { addDays, addMinutes, instantAt } from '#domain/time.ts'
import { MIDNIGHT } from '#domain/time-units.ts'
import { db } from '#server/db/client.ts'
import { bookings, properties, scooters } from '#server/db/schema.ts'
import { implement } from '#server/http/operation.ts'
import { refusal } from '#server/runtime/errors.ts'

/**
 * Lists what a rider cannot book on a scooter on `days` days, and on the day after them, because a ride that starts on
 * the last may end on the next. That is what others have booked of the scooter, and the rider's own paid rides on any
 * scooter. The rider's own unpaid hold is left out, because a new booking replaces it.
 */
export const busyWindows = (days: number) =>
  implement(contract.getAvailability, async ({ params: { id }, query }, rider, { now }) => {
    const from = instantAt(query.date, MIDNIGHT)
    const until = instantAt(addDays(query.date, days + 1), MIDNIGHT)
    const isLiveHold = and(eq(bookings.state, 'held'), or(eq(bookings.settling, true), gt(bookings.hold_until, now)))
    const isPaid = or(eq(bookings.state, 'confirmed'), and(eq(bookings.state, 'held'), eq(bookings.settling, true)))
    const isInRange = and(
      // A ride lasts at most one day. This lower bound on `start_at` bounds the index scan.
      gt(bookings.start_at, addMinutes(from, -LONGEST_RIDE_MINUTES)),
      lt(bookings.start_at, until),
      gt(bookings.end_at, from)
    )
    const window = { end_at: bookings.end_at, start_at: bookings.start_at }
    const [places, ofOthers, ofRider] = await db.batch([
      db
        .select({ property_id: scooters.property_id })
        .from(scooters)
        .innerJoin(properties, eq(properties.id, scooters.property_id))
        .where(and(eq(scooters.id, id), isNull(scooters.archived_at), isNull(properties.archived_at))),
      db
        .select(window)
        .from(bookings)
        .where(
          and(
            eq(bookings.scooter_id, id),
            isInRange,
            ne(bookings.user_id, rider.id),
            or(eq(bookings.state, 'confirmed'), isLiveHold)
          )
        )
        .orderBy(bookings.start_at),
      db
        .select(window)
        .from(bookings)
        .where(and(eq(bookings.user_id, rider.id), isInRange, isPaid))
        .orderBy(bookings.start_at)
    ])
    const [place] = places
    if (!place || place.property_id !== rider.property_id) throw refusal('scooter_not_found')
    return { busy: [...ofOthers.map(toBusyWindow(false)), ...ofRider.map(toBusyWindow(true))] }
  })

function toBusyWindow(is_yours: boolean) {
  return ({ end_at, start_at }: { end_at: Date; start_at: Date }) => ({
    end_time: end_at.toISOString(),
    is_yours,
    start_time: start_at.toISOString()
  })
}

export const getAvailability = busyWindows(1)
