import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { rotateCancelledPin } from '#server/catalogue/pins.ts'
import { prepareNamed } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { CANCELLED_MESSAGE } from '#server/outbox/insert-message.ts'
import { refundedPaise } from '#server/payments/refunds/insert-refund.ts'
import { isRowOf, raiseRevision } from '#server/slots/booking-sql.ts'
import { releaseUnpaidExtension } from './unpaid-extension.ts'

// What all cancellations of a paid ride have in common. Parameters: :ride, :now, and of the ride as it was shown
// :revision and :refunded.

const REFUNDED_OF_RIDE = `
(SELECT coalesce(sum(${refundedPaise('b.payment_id')}), 0) FROM bookings b
  WHERE ${isRowOf('b', ':ride')} AND +b.state = 'confirmed')`

/**
 * SQL: the ride is paid, no extension was paid in between (:revision), and :refunded paise of its payments are
 * refunded.
 */
export const IS_RIDE_UNCHANGED = `
EXISTS (SELECT 1 FROM bookings ride
         WHERE ride.id = :ride AND ride.kind = 'ride' AND ride.state = 'confirmed' AND ride.revision = :revision)
   AND ${REFUNDED_OF_RIDE} = :refunded`

/** SQL: the paid rows of the ride, if it is as it was shown. */
export const ARE_ROWS_UNCHANGED = `${isRowOf('bookings', ':ride')} AND +state = 'confirmed' AND ${IS_RIDE_UNCHANGED}`

/** SQL assignment: of the rows of the ride, only the first one has its revision. */
export const RAISE_REVISION = raiseRevision('(id = :ride)')

const IS_CANCELLED = "EXISTS (SELECT 1 FROM bookings ride WHERE ride.id = :ride AND ride.state = 'cancelled')"

// The payment of an extension that is being confirmed is refunded when the provider answers.
const RELEASE_EXTENSION = releaseUnpaidExtension({
  isByRider: "(SELECT ride.cancelled_by FROM bookings ride WHERE ride.id = :ride) = 'rider'",
  when: IS_CANCELLED
})

const FREE_CLAIMS = `
DELETE FROM slot_claims
 WHERE booking_id IN (SELECT b.id FROM bookings b
                       WHERE ${isRowOf('b', ':ride')} AND +b.state IN ('cancelled', 'released'))`

/**
 * Statements after the one that cancels the rows: release the unpaid extension, free the slots, add the message to the
 * rider and renew a PIN that was read.
 */
export function freeCancelledRide(ride: string, now: Date): D1PreparedStatement[] {
  const statements = [RELEASE_EXTENSION, FREE_CLAIMS, CANCELLED_MESSAGE].map(query =>
    prepareNamed(query, { now: secondsOf(now), ride })
  )
  return [...statements, rotateCancelledPin(ride, now)]
}
