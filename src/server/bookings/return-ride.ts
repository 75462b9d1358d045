import * as contract from '#contract/bookings/manage-ride.ts'
import { EXTENDABLE_MINUTES } from '#domain/constants.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { rupeesOf } from '#domain/money.ts'
import { LATE_MAX_HOURS, NEXT_RIDER_HAS_IT_MINUTES } from '#domain/problems/problems.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { offlinePressTime } from '#server/activity/activity.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { isoFrom, secondsOf, withoutIndex } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { isLiveHold, isUnreturnedRide, rideEnd } from '#server/slots/booking-sql.ts'
import { fromUnrideableProblems } from '#server/slots/scooter-state.ts'
import { assertClaimablePhoto, IS_CLAIMABLE_PHOTO } from '#server/uploads/claims.ts'
import { CLAIM_PHOTO, endRide, unstartedExtensionShares } from './end-ride.ts'
import { findOwnRide, type Ride } from './ride-payments.ts'

// A rider returns a ride, mostly before its booked end. The cron returns what nobody has.

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
  const pressed = offlinePressTime(body.pressed_at, ride.rideRow.start_at, now)
  if (ride.rideRow.returned_at === null) await endRide(ride, { kind: 'returned', photo }, now)
  if (pressed || photo) await recordReturn(ride, { photo, pressed }, now)
  const returned = await returnedRide(ride.rideRow.id)
  if (returned) return returned
  await assertClaimablePhoto(photo, rider.id)
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
               AND next.kind = 'ride' AND ${withoutIndex('next.state')} = 'confirmed'
               AND NOT EXISTS (SELECT 1 ${fromUnrideableProblems('r.scooter_id')} AND p.booking_id = next.id))
 OR EXISTS (SELECT 1 FROM bookings own
             WHERE own.user_id = r.user_id AND own.start_at >= ${END} AND own.start_at <= :now
               AND own.kind = 'ride' AND ${withoutIndex('own.state')} = 'confirmed'))`

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
