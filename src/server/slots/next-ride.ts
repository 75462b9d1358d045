import { and, eq, gt } from 'drizzle-orm'
import { LONGEST_RIDE_MINUTES } from '#domain/bookings/booking-window.ts'
import { addMinutes } from '#domain/time.ts'
import { db } from '#server/db/client.ts'
import { bookings } from '#server/db/schema.ts'

/** The rider's paid ride that runs or comes next. */
export interface NextRide {
  end: Date
  scooter_name: string
  start: Date
}

/** Null if the rider has no paid ride ahead. */
export async function nextRide(riderId: string, now: Date): Promise<NextRide | null> {
  const [ride] = await db
    .select({ end: bookings.end_at, scooter_name: bookings.scooter_name, start: bookings.start_at })
    .from(bookings)
    .where(
      and(
        eq(bookings.user_id, riderId),
        eq(bookings.state, 'confirmed'),
        // A ride lasts at most one day. This lower bound on `start_at` bounds the index scan.
        gt(bookings.start_at, addMinutes(now, -LONGEST_RIDE_MINUTES)),
        gt(bookings.end_at, now)
      )
    )
    .orderBy(bookings.start_at)
    .limit(1)
  return ride ?? null
}
