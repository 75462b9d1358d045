import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { CELL_SECONDS } from '#domain/bookings/booking-window.ts'
import { paidRowsOf, type RefundShare, type Ride, refundShareOf, termsOf } from '#server/bookings/ride-payments.ts'
import { d1, prepareNamed, type SqlParams } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { insertRefund, refundedPaise } from '#server/payments/refunds/insert-refund.ts'
import { isRowOf, raiseRevision } from '#server/slots/booking-sql.ts'
import { IS_CLAIMABLE_PHOTO } from '#server/uploads/return-photos.ts'
import { releaseUnpaidExtension } from './unpaid-extension.ts'

// The end of a ride by its return: one batch, safe to repeat. Parameters: :ride, :rider, :now, :by, :photo, and :ahead,
// the ids of the paid extensions that have not begun.

// The ride has begun, and no extension was paid after the rows were read.
const CAN_RETURN = `id = :ride AND kind = 'ride' AND user_id = :rider AND state = 'confirmed' AND returned_at IS NULL
   AND start_at <= :now
   AND NOT EXISTS (SELECT 1 FROM bookings e
                    WHERE e.ride_id = :ride AND e.state = 'confirmed' AND e.start_at > :now
                      AND e.id NOT IN (SELECT input.value FROM json_each(:ahead) input))
   AND (:photo IS NULL OR EXISTS (SELECT 1 FROM uploads WHERE ${IS_CLAIMABLE_PHOTO}))`

const IS_RETURNED_NOW = 'EXISTS (SELECT 1 FROM bookings r WHERE r.id = :ride AND r.returned_at = :now)'

/** SQL: a confirmed row of the ride ends later than now, so the window of the ride changes. */
const ENDS_LATER = `EXISTS (
  SELECT 1 FROM bookings e WHERE ${isRowOf('e', ':ride')} AND +e.state = 'confirmed' AND e.end_at > :now)`

const RETURN = `
UPDATE bookings SET returned_at = :now, return_photo_id = :photo, ${raiseRevision(ENDS_LATER)}, updated_at = :now
 WHERE ${CAN_RETURN}`

const CLAIM_PHOTO = `
UPDATE uploads SET claimed_at = :now
 WHERE id = :photo AND claimed_at IS NULL
   AND EXISTS (SELECT 1 FROM bookings r WHERE r.id = :ride AND r.return_photo_id = :photo)`

// A window must not be empty, so a ride that is returned as it starts lasts a second.
const SHORTEN_ROW = `
UPDATE bookings SET booked_end_at = end_at, end_at = max(:now, start_at + 1), updated_at = :now
 WHERE ${isRowOf('bookings', ':ride')} AND +state = 'confirmed' AND start_at <= :now AND end_at > :now AND booked_end_at IS NULL
   AND ${IS_RETURNED_NOW}`

// Of one extension: :id, :payment, :percent and its share as :paise.
const CANCEL_EXTENSION = `
UPDATE bookings SET state = 'cancelled', cancelled_by = :by, refund_percent = :percent, updated_at = :now
 WHERE id = :id AND state = 'confirmed' AND payment_id = :payment AND start_at > :now AND ${IS_RETURNED_NOW}`

const REFUND_EXTENSION = insertRefund({
  paise: `:paise - ${refundedPaise(':payment')}`,
  reason: "'cancelled'",
  status: 'due',
  when: `id = :id AND state = 'cancelled' AND cancelled_by = :by AND payment_id = :payment AND refund_percent = :percent
   AND ${IS_RETURNED_NOW}`
})

const RELEASE_EXTENSION = releaseUnpaidExtension({ isByRider: ":by = 'rider'", when: IS_RETURNED_NOW })

// A ride that ends within a cell keeps it.
const FREE_CLAIMS = `
DELETE FROM slot_claims
 WHERE booking_id IN (SELECT id FROM bookings WHERE ${isRowOf('bookings', ':ride')})
   AND EXISTS (SELECT 1 FROM bookings b WHERE b.id = slot_claims.booking_id
                  AND (b.state IN ('cancelled', 'released')
                       OR (b.state = 'confirmed' AND slot_claims.cell * ${CELL_SECONDS} >= b.end_at)))`

/** What the paid extensions that have not begun refund if the ride ends now. */
export const unstartedExtensionShares = (ride: Ride, now: Date) =>
  paidRowsOf(ride)
    .filter(({ kind, start_at }) => kind === 'extension' && start_at > now)
    .map(row => refundShareOf(row, termsOf(ride), now))

interface ReturnRequest {
  by: 'admin' | 'rider'
  /** Builds the activity entry of an admin from the condition and the parameters of the return. */
  activity?: (when: string, params: SqlParams) => D1PreparedStatement
  /** Id of the rider's upload. */
  photo?: string | null
}

/**
 * Ends a ride that has begun: its running row is cut, and its extensions that have not begun are cancelled at their
 * share. A ride that is over only counts as returned.
 *
 * Changes nothing if the ride was returned or has changed in between, or if the photo cannot be claimed.
 */
export async function endRide(ride: Ride, { activity, by, photo = null }: ReturnRequest, now: Date): Promise<void> {
  const shares = unstartedExtensionShares(ride, now)
  const ahead = JSON.stringify(shares.map(({ row }) => row.id))
  const { id, user_id } = ride.rideRow
  const params = { ahead, by, now: secondsOf(now), photo, ride: id, rider: user_id }
  await d1.batchIdempotent([
    ...(activity ? [activity(`EXISTS (SELECT 1 FROM bookings WHERE ${CAN_RETURN})`, params)] : []),
    ...[RETURN, CLAIM_PHOTO, SHORTEN_ROW].map(query => prepareNamed(query, params)),
    ...shares.flatMap(share => cancelExtension(share, params)),
    ...[RELEASE_EXTENSION, FREE_CLAIMS].map(query => prepareNamed(query, params))
  ])
}

function cancelExtension({ percent, row, sharePaise }: RefundShare, ofRide: SqlParams): D1PreparedStatement[] {
  const params = { ...ofRide, id: row.id, paise: sharePaise, payment: row.payment_id, percent }
  return [CANCEL_EXTENSION, REFUND_EXTENSION].map(query => prepareNamed(query, params))
}
