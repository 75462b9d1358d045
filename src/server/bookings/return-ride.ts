import type { D1PreparedStatement } from '@cloudflare/workers-types'
import * as contract from '#contract/bookings/manage-ride.ts'
import { CELL_SECONDS } from '#domain/bookings/booking-window.ts'
import { EXTENDABLE_MINUTES } from '#domain/constants.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { rupeesOf } from '#domain/money.ts'
import { LATE_MAX_HOURS, NEXT_RIDER_HAS_IT_MINUTES } from '#domain/problems/problems.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { photoNotFound } from '#messages/booking/booking.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { isoFrom, type SqlParams, secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { refundCancelled, refundedPaise } from '#server/payments/refunds/insert-refund.ts'
import { newId } from '#server/runtime/crypto.ts'
import { invalidField, refusal } from '#server/runtime/refusal.ts'
import {
  isLiveHold,
  isRowOf,
  isUnreturnedRide,
  raiseRevision,
  releaseUnpaidExtension,
  rideEnd,
  setCancelled
} from '#server/slots/booking-sql.ts'
import { fromUnrideableProblems } from '#server/slots/unrideable.ts'
import { IS_CLAIMABLE_PHOTO, isClaimablePhoto } from '#server/uploads/return-photos.ts'
import { findOwnRide, paidRowsOf, type RefundShare, type Ride, refundSharesOf } from './ride-payments.ts'

// The return of a ride: by its rider, mostly before its booked end; by an admin; or by the cron after it.

async function findStartedRide(id: string, riderId: string, now: Date): Promise<Ride> {
  const ride = await findOwnRide(id, riderId)
  const { rideRow } = ride
  if (rideRow.state !== 'confirmed') throw refusal('cannot_return')
  if (rideRow.start_at > now) throw refusal('ride_not_started')
  return ride
}

export const previewReturn = implement(contract.previewReturn, async ({ params: { id } }, rider, { now }) => {
  const ride = await findStartedRide(id, rider.id, now)
  return { refund: rupeesOf(sumBy(unstartedExtensionShares(ride, now), ({ leftPaise }) => leftPaise)) }
})

/** Idempotent: a returned ride answers the same again. */
export const returnRide = implement(contract.returnRide, async ({ body, params: { id } }, rider, { now }) => {
  const ride = await findStartedRide(id, rider.id, now)
  const photo = body.photo_id || null
  const isPress = body.pressed_at && body.pressed_at >= ride.rideRow.start_at && body.pressed_at <= now
  const pressed = isPress ? body.pressed_at : null
  if (ride.rideRow.returned_at === null) await endRide(ride, { by: 'rider', photo }, now)
  if (pressed || photo) await recordReturn(ride, { photo, pressed }, now)
  const returned = await returnedRide(ride.rideRow.id)
  if (returned) return returned
  if (photo !== null && !(await isClaimablePhoto(photo, rider.id))) throw invalidField('photo_id', photoNotFound)
  throw refusal('ride_changed')
})

// The return inserts its refunds at the time of the return, and their ids are those of the payments.
const SELECT_RETURNED = `
SELECT ${rideEnd('r.id')} AS end_at,
       (SELECT coalesce(sum(f.paise), 0) FROM bookings e JOIN refunds f ON f.booking_id = e.id
         WHERE e.ride_id = r.id AND e.state = 'cancelled' AND f.id = f.payment_id AND f.created_at = r.returned_at)
         AS refund_paise
  FROM bookings r WHERE r.id = :ride AND r.state = 'confirmed' AND r.returned_at IS NOT NULL`

/** Null if the ride was not returned. */
async function returnedRide(ride: string) {
  const query = prepareNamed(SELECT_RETURNED, { ride })
  const row = await query.first<{ end_at: number; refund_paise: number }>()
  return row && { end_time: isoFrom(row.end_at), refund: rupeesOf(row.refund_paise) }
}

const RECORD_PRESS = `
UPDATE bookings SET return_pressed_at = :pressed, updated_at = :now
 WHERE id = :ride AND returned_at IS NOT NULL AND return_pressed_at IS NULL AND :pressed IS NOT NULL`

const RECORD_PHOTO = `
UPDATE bookings SET return_photo_id = :photo, updated_at = :now
 WHERE id = :ride AND returned_at IS NOT NULL AND return_photo_id IS NULL
   AND EXISTS (SELECT 1 FROM uploads WHERE ${IS_CLAIMABLE_PHOTO})`

/** Also for a ride that the cron has returned meanwhile, because what a phone without a network sends comes later. */
async function recordReturn(
  { rideRow: { id, user_id } }: Ride,
  { photo, pressed }: { photo: string | null; pressed: Date | null | undefined },
  now: Date
): Promise<void> {
  await runIdempotent([RECORD_PRESS, RECORD_PHOTO, CLAIM_PHOTO], {
    now: secondsOf(now),
    photo,
    pressed: pressed ? secondsOf(pressed) : null,
    ride: id,
    rider: user_id
  })
}

// The end of a ride by its return: one batch, safe to repeat. Parameters: :ride, :rider, :now, :by, :photo, and :ahead,
// the ids of the paid extensions that have not begun.

// The ride has begun, and no extension was paid after the rows were read.
const CAN_RETURN = `id = :ride AND user_id = :rider AND ${isUnreturnedRide('bookings')}
   AND start_at <= :now
   AND NOT EXISTS (SELECT 1 FROM bookings e
                    WHERE e.ride_id = :ride AND e.state = 'confirmed' AND e.start_at > :now
                      AND e.id NOT IN (SELECT input.value FROM json_each(:ahead) input))
   AND (:photo IS NULL OR EXISTS (SELECT 1 FROM uploads WHERE ${IS_CLAIMABLE_PHOTO}))`

const IS_RETURNED_NOW = 'EXISTS (SELECT 1 FROM bookings r WHERE r.id = :ride AND r.returned_at = :now)'

/** SQL: the row of the ride is under way, and no return has cut it. */
const isUncut = (row: string) => `
${isRowOf(row, ':ride')} AND +${row}.state = 'confirmed' AND ${row}.start_at <= :now AND ${row}.end_at > :now
   AND ${row}.booked_end_at IS NULL`

/** SQL, before its row is cut: this batch has returned the ride. One of the same second would have cut the row. */
export const IS_OWN_RETURN = `${IS_RETURNED_NOW} AND EXISTS (SELECT 1 FROM bookings uncut WHERE ${isUncut('uncut')})`

/** SQL: a confirmed row of the ride ends later than now, so the window of the ride changes. */
const ENDS_LATER = `EXISTS (
  SELECT 1 FROM bookings e WHERE ${isRowOf('e', ':ride')} AND +e.state = 'confirmed' AND e.end_at > :now)`

const returnIf = (when: string) => `
UPDATE bookings SET returned_at = :now, return_photo_id = :photo, ${raiseRevision(ENDS_LATER)}, updated_at = :now
 WHERE ${when}`

const CLAIM_PHOTO = `
UPDATE uploads SET claimed_at = :now
 WHERE id = :photo AND claimed_at IS NULL
   AND EXISTS (SELECT 1 FROM bookings r WHERE r.id = :ride AND r.return_photo_id = :photo)`

// A window must not be empty, so a ride that is returned as it starts lasts a second.
const SHORTEN_ROW = `
UPDATE bookings SET booked_end_at = end_at, end_at = max(:now, start_at + 1), updated_at = :now
 WHERE ${isUncut('bookings')} AND ${IS_RETURNED_NOW}`

// Of one extension: :id, :payment, :percent and its share as :paise.
const CANCEL_EXTENSION = `
UPDATE bookings SET ${setCancelled(':by', ':percent')}
 WHERE id = :id AND state = 'confirmed' AND payment_id = :payment AND start_at > :now AND ${IS_RETURNED_NOW}`

const REFUND_EXTENSION = refundCancelled({
  paise: `:paise - ${refundedPaise(':payment')}`,
  when: 'id = :id AND payment_id = :payment'
})

const RELEASE_EXTENSION = releaseUnpaidExtension(':ride', ":by = 'rider'")

// A ride that ends within a cell keeps it.
const FREE_CLAIMS = `
DELETE FROM slot_claims
 WHERE booking_id IN (SELECT id FROM bookings WHERE ${isRowOf('bookings', ':ride')})
   AND EXISTS (SELECT 1 FROM bookings b WHERE b.id = slot_claims.booking_id
                  AND (b.state IN ('cancelled', 'released')
                       OR (b.state = 'confirmed' AND slot_claims.cell * ${CELL_SECONDS} >= b.end_at)))`

/** What the paid extensions that have not begun refund if the ride ends now. */
function unstartedExtensionShares(ride: Ride, now: Date): RefundShare[] {
  const unstarted = paidRowsOf(ride).filter(({ kind, start_at }) => kind === 'extension' && start_at > now)
  return refundSharesOf(ride, unstarted, now)
}

interface ReturnRequest {
  by: 'admin' | 'rider'
  /** Builds the activity entry of an admin from the condition and the parameters of the return. */
  activity?: (when: string, params: SqlParams) => D1PreparedStatement
  /** Id of the rider's upload. */
  photo?: string | null
  /** What goes back of the extensions that have not begun; by the terms if missing. */
  shares?: readonly RefundShare[]
  /** SQL: a condition on the row of the ride. */
  when?: string
  /** SQL right after the return. `IS_OWN_RETURN` is true in it if a ride under way was returned. */
  afterwards?: readonly string[]
  /** Those of `when` and `afterwards`, beside those of the return. */
  params?: SqlParams
}

/**
 * Ends a ride that has begun: its running row is cut, and its extensions that have not begun are cancelled at their
 * share. A ride that is over only counts as returned.
 *
 * Changes nothing if the ride was returned or has changed in between, or if the photo cannot be claimed.
 */
export async function endRide(ride: Ride, request: ReturnRequest, now: Date): Promise<void> {
  const { activity, afterwards = [], by, photo = null, shares = unstartedExtensionShares(ride, now), when } = request
  const canReturn = when ? `${CAN_RETURN} AND ${when}` : CAN_RETURN
  const ahead = JSON.stringify(shares.map(({ row }) => row.id))
  const { id, user_id } = ride.rideRow
  const params = {
    ...request.params,
    ahead,
    by,
    cancellation: newId(),
    now: secondsOf(now),
    photo,
    ride: id,
    rider: user_id
  }
  await runIdempotent(
    [
      ...(activity ? [activity(`EXISTS (SELECT 1 FROM bookings WHERE ${canReturn})`, params)] : []),
      ...[returnIf(canReturn), ...afterwards, CLAIM_PHOTO, SHORTEN_ROW],
      ...shares.flatMap(share => cancelExtension(share, params)),
      ...[RELEASE_EXTENSION, FREE_CLAIMS]
    ],
    params
  )
}

function cancelExtension({ percent, row, sharePaise }: RefundShare, ofRide: SqlParams): D1PreparedStatement[] {
  const params = { ...ofRide, id: row.id, paise: sharePaise, payment: row.payment_id, percent }
  return [CANCEL_EXTENSION, REFUND_EXTENSION].map(query => prepareNamed(query, params))
}

// The cron ends rides that nobody returned: as soon as they can no longer be extended, or, where a property confirms
// returns, when there is a reason to believe that the scooter is back. Parameters: :now and :before.

const RIDES_PER_RUN = 500

const END = rideEnd('r.id')

/** SQL: the scooter of a late ride is with its next rider, who reports nothing; or its rider starts another ride. */
const IS_BACK = `
(${END} <= :now - ${LATE_MAX_HOURS * HOUR_SECONDS}
 OR EXISTS (SELECT 1 FROM bookings next
             WHERE next.scooter_id = r.scooter_id AND next.start_at >= ${END}
               AND next.start_at <= :now - ${NEXT_RIDER_HAS_IT_MINUTES * MINUTE_SECONDS}
               AND next.kind = 'ride' AND +next.state = 'confirmed'
               AND NOT EXISTS (SELECT 1 ${fromUnrideableProblems('r.scooter_id')} AND p.booking_id = next.id))
 OR EXISTS (SELECT 1 FROM bookings own
             WHERE own.user_id = r.user_id AND own.start_at >= ${END} AND own.start_at <= :now
               AND own.kind = 'ride' AND +own.state = 'confirmed'))`

// The index on rides that were not returned has only those of the last hour, those that are late, those under way and
// those ahead. A ride with a live hold for an extension is skipped, because that extension can still be paid.
const SELECT_OVER = `
SELECT r.id FROM bookings r LEFT JOIN property_settings rules ON rules.property_id = r.property_id
 WHERE ${isUnreturnedRide('r')} AND r.end_at <= :now
   AND iif(rules.return_mode = 'confirmed', ${IS_BACK}, ${END} <= :before)
   AND NOT EXISTS (SELECT 1 FROM bookings e WHERE e.ride_id = r.id AND ${isLiveHold('e')})
 ORDER BY r.end_at LIMIT ${RIDES_PER_RUN}`

const RETURN_OVER = `
UPDATE bookings SET updated_at = :now,
       returned_at = ${rideEnd('bookings.id')}
 WHERE id IN (${SELECT_OVER})`

/** Marks rides as returned at their end, in batches. Returns how many; the rest follow in the next run. */
export async function returnEndedRides(now: Date): Promise<number> {
  const before = secondsOf(addMinutes(now, -EXTENDABLE_MINUTES))
  const { returned } = await runIdempotent<{ returned: object }>(
    { returned: RETURN_OVER },
    { before, now: secondsOf(now) }
  )
  return returned.meta.changes
}
