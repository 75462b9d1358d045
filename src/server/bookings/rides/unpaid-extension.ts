import { isUnpaidHold, SET_RELEASED } from '#server/slots/booking-sql.ts'

// The unpaid extension of a ride that is cancelled or returned. It can no longer be paid.

interface Release {
  /** SQL: the rider has ended the ride. */
  isByRider: string
  /** SQL: the ride of the batch has ended. */
  when: string
}

/**
 * SQL: releases the unpaid extension of `:ride`. It counts against the limits of a rider who ends the ride, like a hold
 * that its rider cancels. A hold whose payment is being confirmed keeps its slot until the provider answers.
 */
export const releaseUnpaidExtension = ({ isByRider, when }: Release) => `
UPDATE bookings SET ${SET_RELEASED}, held_since = iif(${isByRider}, held_since, NULL)
 WHERE ride_id = :ride AND ${isUnpaidHold('bookings')} AND ${when}`
