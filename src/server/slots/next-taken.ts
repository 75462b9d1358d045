import { CELL_SECONDS } from '#domain/bookings/booking-window.ts'
import { EXTENSION_HOURS } from '#domain/bookings/extension.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { ruleSql } from '#server/db/rule-sql.ts'
import { isLiveClaim } from './claims.ts'
import { isPaidOrSettling, isUnpaidHold } from './conditions.ts'

const LONGEST_SECONDS = EXTENSION_HOURS.max * HOUR_SECONDS

const BUFFER_SECONDS = `${ruleSql('buffer_minutes')} * ${MINUTE_SECONDS}`

/**
 * SQL: when the time after a ride is taken; null if it is free for the longest extension. It is the scooter's next
 * claim, less the buffer before the ride of another rider; or the rider's next ride on any scooter. The rider's own
 * unpaid holds do not count.
 *
 * The statement has the ride as `ride`, its last paid row as `last` and the property's rules as `rules`.
 */
export const nextTaken = (now = ':now') => `
(SELECT min(taken.start_at) FROM (
SELECT min(max(last.end_at, c.cell * ${CELL_SECONDS} - iif(holder.user_id = ride.user_id, 0, ${BUFFER_SECONDS}))) AS start_at
  FROM slot_claims c
  JOIN bookings holder ON holder.id = c.booking_id AND NOT (holder.user_id = ride.user_id AND ${isUnpaidHold('holder')})
 WHERE c.scooter_id = last.scooter_id AND c.cell * ${CELL_SECONDS} >= last.end_at
   AND c.cell * ${CELL_SECONDS} < last.end_at + ${LONGEST_SECONDS} + ${BUFFER_SECONDS}
   AND ${isLiveClaim('c', now)}
 UNION ALL
SELECT min(own.start_at) FROM bookings own
 WHERE own.user_id = ride.user_id AND own.start_at >= last.end_at AND own.start_at < last.end_at + ${LONGEST_SECONDS}
   AND ${isPaidOrSettling('own')}) taken)`
