import type { getStats, Stats } from '#contract/stats.ts'
import { LONGEST_RIDE_MINUTES } from '#domain/booking-window.ts'
import { d1, secondsOf } from './db/client.ts'
import type { Operation } from './http.ts'

// One statement that costs the same however much was ever booked. Bookings and users are never deleted, so the last
// row's number is how many there are; counting them would read every one.

// The plus keeps the index of paid rides, which is long, from being taken for a single scooter.
const IS_RIDDEN = `
EXISTS (SELECT 1 FROM bookings b
         WHERE b.scooter_id = s.id AND b.start_at <= ?1 AND b.start_at > ?1 - ${LONGEST_RIDE_MINUTES * 60}
           AND +b.end_at > ?1 AND b.state = 'confirmed')`

const STATS = `
SELECT (SELECT count(*) FROM properties WHERE archived_at IS NULL) AS total_properties,
       (SELECT count(*) FROM scooters WHERE archived_at IS NULL) AS total_scooters,
       (SELECT count(*) FROM scooters s
         WHERE s.archived_at IS NULL AND s.status = 'Available' AND NOT ${IS_RIDDEN}) AS available_scooters,
       (SELECT coalesce(max(rowid), 0) FROM users)
         - (SELECT count(*) FROM users WHERE deleted_at IS NOT NULL) AS total_users,
       (SELECT coalesce(max(rowid), 0) FROM bookings) AS total_bookings,
       (SELECT count(*) FROM bookings WHERE state = 'confirmed' AND end_at > ?1) AS active_bookings`

export const currentStats: Operation<typeof getStats> = async (_, __, { now }) => {
  const [stats] = (await d1.prepare(STATS).bind(secondsOf(now)).all<Stats>()).results
  if (!stats) throw new Error('A SELECT without FROM gave no row')
  return stats
}
