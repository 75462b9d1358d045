import { LONGEST_RIDE_SECONDS } from '#domain/booking-window.ts'

// Conditions on a booking that several batches check, as SQL. `booking` is the row's name in the statement.

/** Two rows overlap in time. A ride is at most a day long: the second bound lets the index on the start do the work. */
export const overlap = (one: string, other: string) =>
  `${one}.start_at < ${other}.end_at AND ${one}.start_at > ${other}.start_at - ${LONGEST_RIDE_SECONDS}
     AND ${one}.end_at > ${other}.start_at`

/** The scooter was deleted, or the property where it was booked, or the one where it stands now. */
export const isDeleted = (booking: string) => `
EXISTS (SELECT 1 FROM scooters s JOIN properties p ON p.id IN (s.property_id, ${booking}.property_id)
         WHERE s.id = ${booking}.scooter_id AND (s.archived_at IS NOT NULL OR p.archived_at IS NOT NULL))`

/** The same rider has paid for another ride at that time. */
export const hasOwnRide = (booking: string) => `
EXISTS (SELECT 1 FROM bookings o
         WHERE o.user_id = ${booking}.user_id AND o.id <> ${booking}.id AND +o.state = 'confirmed'
           AND ${overlap('o', booking)})`
