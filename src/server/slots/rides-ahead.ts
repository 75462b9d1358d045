import { and, eq, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { LONGEST_ROW_MINUTES } from '#domain/bookings/booking-window.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { bookings } from '#server/db/schema/bookings.ts'

type OwnerColumn = typeof bookings.property_id | typeof bookings.scooter_id | typeof bookings.user_id

/**
 * SQL: the number of an owner's paid rides that have not ended. One row lasts at most one day, so the bound on
 * the start limits the index scan; without it, every past ride would be read.
 */
export function ridesAhead(column: OwnerColumn, owner: SQLWrapper, now: Date): SQL<number> {
  return sql<number>`(
  SELECT count(DISTINCT coalesce(${bookings.ride_id}, ${bookings.id})) FROM ${bookings}
  WHERE ${and(
    eq(column, owner),
    gt(bookings.start_at, addMinutes(now, -LONGEST_ROW_MINUTES)),
    gt(bookings.end_at, now),
    eq(bookings.state, 'confirmed')
  )})`
}
