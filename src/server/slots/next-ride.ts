import { and, eq, gt, sql } from 'drizzle-orm'
import { LONGEST_RIDE_MINUTES } from '#domain/bookings/booking-window.ts'
import { addMinutes } from '#domain/time.ts'
import { db } from '#server/db/client.ts'
import { dateFrom } from '#server/db/instants.ts'
import { bookings } from '#server/db/schema.ts'
import { rideEnd, rideOf } from './ride-rows.ts'

/** The rider's paid ride that runs or comes next, with its extensions. */
export interface NextRide {
  end: Date
  scooter_name: string
  start: Date
}

/** Null if the rider has no paid ride ahead. */
export async function nextRide(riderId: string, now: Date): Promise<NextRide | null> {
  const [ride] = await db
    .select({
      end: sql<number>`${sql.raw(rideEnd(rideOf('bookings')))}`,
      scooter_name: bookings.scooter_name,
      start: sql<number>`(SELECT ride.start_at FROM bookings ride WHERE ride.id = ${sql.raw(rideOf('bookings'))})`
    })
    .from(bookings)
    .where(
      and(
        eq(bookings.user_id, riderId),
        eq(bookings.state, 'confirmed'),
        // One row lasts at most one day. This lower bound on `start_at` bounds the index scan.
        gt(bookings.start_at, addMinutes(now, -LONGEST_RIDE_MINUTES)),
        gt(bookings.end_at, now)
      )
    )
    .orderBy(bookings.start_at)
    .limit(1)
  return ride ? { ...ride, end: dateFrom(ride.end), start: dateFrom(ride.start) } : null
}
