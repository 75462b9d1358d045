import { EXTENDABLE_MINUTES } from '#domain/bookings/extension.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { d1, prepareNamed } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { isLiveHold, rideEnd } from '#server/slots/booking-sql.ts'

// The cron ends rides that nobody returned.

const RIDES_PER_RUN = 500

// The index on rides that were not returned has only those of the last hour, those under way and those ahead. A ride
// with a live hold for an extension is skipped, because that extension can still be paid.
const SELECT_OVER = `
SELECT r.id FROM bookings r
 WHERE r.kind = 'ride' AND r.state = 'confirmed' AND r.returned_at IS NULL AND r.end_at <= :before
   AND NOT EXISTS (SELECT 1 FROM bookings e
                    WHERE e.ride_id = r.id
                      AND ((e.state = 'confirmed' AND e.end_at > :before)
                           OR (${isLiveHold('e')})))
 ORDER BY r.end_at LIMIT ${RIDES_PER_RUN}`

const RETURN_OVER = `
UPDATE bookings SET updated_at = :now,
       returned_at = ${rideEnd('bookings.id')}
 WHERE id IN (${SELECT_OVER})`

/**
 * Marks rides as returned at their end, as soon as they can no longer be extended, in batches. Returns how many; the
 * rest follow in the next run.
 */
export async function returnEndedRides(now: Date): Promise<number> {
  const before = secondsOf(addMinutes(now, -EXTENDABLE_MINUTES))
  const [returned] = await d1.batchIdempotent([prepareNamed(RETURN_OVER, { before, now: secondsOf(now) })])
  return returned?.meta.changes ?? 0
}
