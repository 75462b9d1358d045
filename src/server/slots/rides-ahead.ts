import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { bookings } from '#server/db/schema/bookings.ts'
import { notEndedAt } from './conditions.ts'
import { rideOf } from './ride-rows.ts'

type OwnerColumn = typeof bookings.property_id | typeof bookings.scooter_id | typeof bookings.user_id

/** SQL: the number of an owner's paid rides that have not ended. */
export function ridesAhead(column: OwnerColumn, owner: SQLWrapper, now: Date): SQL<number> {
  return sql<number>`(
  SELECT count(DISTINCT ${sql.raw(rideOf('bookings'))}) FROM ${bookings}
  WHERE ${and(eq(column, owner), notEndedAt('bookings', now), eq(bookings.state, 'confirmed'))})`
}
