import { LATE_NOT_OFFERED_MINUTES } from '#domain/bookings/trouble.ts'
import { MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { isUnreturnedRide, rideEnd } from './booking-sql.ts'

// Why a scooter cannot be ridden at some time: an open problem blocks it, or the ride before is not back. Every
// argument is SQL.

/** SQL: the open problems `p` of a scooter that block it between these times. */
export const fromBlocks = (scooter: string, start: string, end: string) => `
FROM problems p
 WHERE p.scooter_id = ${scooter} AND p.state = 'open' AND p.blocked_until > ${start} AND p.blocked_from < ${end}`

/** SQL: the open reports `p` that say that a scooter cannot be ridden, whether they still block it or not. */
export const fromUnrideableReports = (scooter: string) => `
FROM problems p
 WHERE p.scooter_id = ${scooter} AND p.state = 'open' AND p.is_rideable = 0 AND p.kind <> 'service'`

/**
 * SQL: the rides `late` of a scooter that had to end by then and that nobody has returned. Only where a property
 * confirms returns. A ride before its last extension is not late, so the first row's end finds it by an index.
 */
const fromLateRides = (scooter: string, by: string) => `
FROM bookings late CROSS JOIN property_settings r ON r.property_id = late.property_id AND r.return_mode = 'confirmed'
 WHERE late.scooter_id = ${scooter} AND ${isUnreturnedRide('late')} AND late.end_at <= ${by} AND ${rideEnd('late.id')} <= ${by}`

/** SQL: the ride of another rider that keeps a scooter from a rider who starts soon. Parameter: :now. */
export const isHeldByLateRide = (scooter: string, rider: string, start: string) => `
(${start} < :now + ${LATE_NOT_OFFERED_MINUTES * MINUTE_SECONDS}
 AND EXISTS (SELECT 1 ${fromLateRides(scooter, ':now')} AND late.user_id <> ${rider}))`
