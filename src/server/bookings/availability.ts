import { and, eq, gt, isNull, lt, ne, or } from 'drizzle-orm'
import type { getAvailability } from '#contract/catalogue/scooters.ts'
import { LONGEST_RIDE_MINUTES } from '#domain/bookings/booking-window.ts'
import { addDays, addMinutes, instantAt } from '#domain/time.ts'
import { db } from '#server/db/client.ts'
import { bookings, properties, scooters } from '#server/db/schema.ts'
import { refusal } from '#server/http/errors.ts'
import type { Operation } from '#server/http/handle.ts'

const MIDNIGHT = '00:00'

/**
 * Reads two days because a ride that starts on the first may end on the second. The rider's own unpaid hold is left
 * out.
 */
export const listBusyWindows: Operation<typeof getAvailability> = async ({ params: { id }, query }, rider, { now }) => {
  const from = instantAt(query.date, MIDNIGHT)
  const until = instantAt(addDays(query.date, 2), MIDNIGHT)
  const isLiveHold = and(eq(bookings.state, 'held'), or(eq(bookings.settling, true), gt(bookings.hold_until, now)))
  const [places, busy] = await db.batch([
    db
      .select({ property_id: scooters.property_id })
      .from(scooters)
      .innerJoin(properties, eq(properties.id, scooters.property_id))
      .where(and(eq(scooters.id, id), isNull(scooters.archived_at), isNull(properties.archived_at))),
    db
      .select({ end_at: bookings.end_at, start_at: bookings.start_at })
      .from(bookings)
      .where(
        and(
          eq(bookings.scooter_id, id),
          // A ride lasts at most one day. This lower bound on `start_at` bounds the index scan.
          gt(bookings.start_at, addMinutes(from, -LONGEST_RIDE_MINUTES)),
          lt(bookings.start_at, until),
          gt(bookings.end_at, from),
          or(
            eq(bookings.state, 'confirmed'),
            and(isLiveHold, or(ne(bookings.user_id, rider.id), eq(bookings.settling, true)))
          )
        )
      )
      .orderBy(bookings.start_at)
  ])
  const [place] = places
  if (!place || place.property_id !== rider.property_id) throw refusal('scooter_not_found')
  return {
    busy: busy.map(({ end_at, start_at }) => ({ end_time: end_at.toISOString(), start_time: start_at.toISOString() }))
  }
}
