import { LONGEST_ROW_SECONDS } from '#domain/bookings/booking-window.ts'
import { rideEnd, rideOf } from './booking-sql.ts'
import { blockedUntil, fromLateRides } from './unrideable.ts'

// Who has a scooter now, and the status that follows: the one truth of the stats, the lists, Home and the PINs. Every
// argument is SQL. Parameter: :now.

/** SQL: the rows of paid rides of a scooter that run. A row lasts a day at most: the second bound limits the scan. */
const fromRunningRows = (scooter: string) => `FROM bookings b
  WHERE b.scooter_id = ${scooter} AND b.start_at <= :now AND b.start_at > :now - ${LONGEST_ROW_SECONDS}
    AND b.end_at > :now AND b.state = 'confirmed'`

/** SQL: when the paid ride of a scooter that is under way ends, with its extensions; null if there is none. */
export const ridingUntil = (scooter: string) => `(SELECT max(${rideEnd(rideOf('b'))}) ${fromRunningRows(scooter)})`

const isRidden = (scooter: string) => `EXISTS (SELECT 1 ${fromRunningRows(scooter)})`

const lateRide = (scooter: string) =>
  `(SELECT late.id ${fromLateRides(scooter, ':now')} ORDER BY late.end_at DESC LIMIT 1)`

/** SQL: the id of the paid ride that has a scooter: the one under way, else the one that is late. Null: nobody has it. */
export const rideNow = (scooter: string) => `
coalesce((SELECT ${rideOf('b')} ${fromRunningRows(scooter)} LIMIT 1), ${lateRide(scooter)})`

/** SQL: its rider is late with it. */
export const isLateNow = (scooter: string) => `(NOT ${isRidden(scooter)} AND ${lateRide(scooter)} IS NOT NULL)`

/** SQL: the id of that rider. */
export const riderNow = (scooter: string) => `(SELECT r.user_id FROM bookings r WHERE r.id = ${rideNow(scooter)})`

/** SQL: the rider's name. */
export const riderNameNow = (scooter: string) => `(SELECT u.name FROM users u WHERE u.id = ${riderNow(scooter)})`

/** SQL: the same rule as `effectiveStatus`, for the alias of a scooter. */
export const statusNow = (scooter: string) => `
CASE WHEN ${scooter}.status <> 'Available' THEN ${scooter}.status
     WHEN ${isRidden(`${scooter}.id`)} THEN 'Booked'
     WHEN ${blockedUntil(`${scooter}.id`)} IS NOT NULL THEN 'Maintenance'
     WHEN ${lateRide(`${scooter}.id`)} IS NOT NULL THEN 'Booked'
     ELSE 'Available' END`
