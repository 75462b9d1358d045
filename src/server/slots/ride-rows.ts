import { LONGEST_ROW_SECONDS } from '#domain/bookings/booking-window.ts'

// SQL about the rows of a ride: the row of kind 'ride' and the extensions that follow it. Every argument is SQL, such
// as a parameter or the alias of a row.

/** SQL: the id of the ride that a row belongs to. */
export const rideOf = (row: string) => `coalesce(${row}.ride_id, ${row}.id)`

/** SQL: a row belongs to the ride with this id. */
export const isRowOf = (row: string, ride: string) => `(${row}.id = ${ride} OR ${row}.ride_id = ${ride})`

const fromPaidRows = (ride: string) => `FROM bookings paid WHERE ${isRowOf('paid', ride)} AND +paid.state = 'confirmed'`

/** SQL: when a ride ends, with its paid extensions. */
export const rideEnd = (ride: string) => `(SELECT max(paid.end_at) ${fromPaidRows(ride)})`

/** SQL: the sum of a column over the paid rows of a ride; null if none is paid. */
export const sumOfPaid = (ride: string, column: string) => `(SELECT sum(paid.${column}) ${fromPaidRows(ride)})`

/**
 * SQL: when the paid ride of a scooter that is under way ends, with its extensions; null if there is none. One row
 * lasts at most one day, so the second bound limits the index scan.
 */
export const ridingUntil = (scooter: string, now: string) => `
(SELECT max(${rideEnd(rideOf('b'))}) FROM bookings b
  WHERE b.scooter_id = ${scooter} AND b.start_at <= ${now} AND b.start_at > ${now} - ${LONGEST_ROW_SECONDS}
    AND b.end_at > ${now} AND b.state = 'confirmed')`

/** SQL assignment: raises the revision of a ride, for calendars and cancellations. `by` is 0 if nothing changes. */
export const raiseRevision = (by = '1') => `revision = revision + ${by}`

/** SQL: the id of the last paid row of a ride. */
export const lastPaidRow = (ride: string) => `(SELECT paid.id ${fromPaidRows(ride)} ORDER BY paid.end_at DESC LIMIT 1)`

/** SQL: a row is a paid ride that was not returned. */
export const isUnreturnedRide = (row: string) =>
  `${row}.kind = 'ride' AND ${row}.state = 'confirmed' AND ${row}.returned_at IS NULL`

/**
 * SQL: the ride of an extension was not returned, and ends where and with the scooter with which the extension starts.
 */
export const continuesRide = (extension: string) => `
EXISTS (SELECT 1 FROM bookings ride JOIN bookings last ON last.id = ${lastPaidRow('ride.id')}
         WHERE ride.id = ${extension}.ride_id AND ${isUnreturnedRide('ride')}
           AND last.end_at = ${extension}.start_at AND last.scooter_id = ${extension}.scooter_id)`
