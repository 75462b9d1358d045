import { and, eq, sql } from 'drizzle-orm'
import { pinVisibleFrom } from '#domain/catalogue/scooters.ts'
import { db } from '#server/db/client.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { property_rules } from '#server/db/schema/catalogue.ts'
import { dateFrom, sqlAt } from '#server/db/sql.ts'
import { hasNotEnded, rideEnd, rideOf } from '#server/slots/booking-sql.ts'

/** The rider's paid ride that runs or comes next, with its extensions. */
export interface NextRide {
  end: Date
  /** When its PIN can be read; null: from the payment on. */
  pin_from: Date | null
  scooter_name: string
  start: Date
}

/** Null if the rider has no paid ride ahead. */
export async function nextRide(riderId: string, now: Date): Promise<NextRide | null> {
  const [ride] = await db
    .select({
      end: sql<number>`${sql.raw(rideEnd(rideOf('bookings')))}`,
      pin_lead_minutes: property_rules.pin_lead_minutes,
      scooter_name: bookings.scooter_name,
      start: sql<number>`(SELECT ride.start_at FROM bookings ride WHERE ride.id = ${sql.raw(rideOf('bookings'))})`
    })
    .from(bookings)
    .leftJoin(property_rules, eq(property_rules.property_id, bookings.property_id))
    .where(and(eq(bookings.user_id, riderId), eq(bookings.state, 'confirmed'), sqlAt(hasNotEnded('bookings'), now)))
    .orderBy(bookings.start_at)
    .limit(1)
  if (!ride) return null
  const { pin_lead_minutes, scooter_name } = ride
  const start = dateFrom(ride.start)
  return { end: dateFrom(ride.end), pin_from: pinVisibleFrom(start, pin_lead_minutes), scooter_name, start }
}
