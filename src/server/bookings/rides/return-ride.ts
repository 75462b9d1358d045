import * as contract from '#contract/bookings/manage-ride.ts'
import { rupeesOf } from '#domain/catalogue/pricing.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { photoNotFound } from '#messages/booking/booking-responses.ts'
import { rideEnded } from '#messages/my-bookings/manage-ride.ts'
import { findRide, type Ride } from '#server/bookings/ride-payments.ts'
import { prepareNamed } from '#server/db/client.ts'
import { isoFrom } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { invalidField, refusal } from '#server/runtime/refusal.ts'
import { rideEnd } from '#server/slots/booking-sql.ts'
import { isClaimablePhoto } from '#server/uploads/return-photos.ts'
import { endRide, unstartedExtensionShares } from './end-ride.ts'

// A rider ends their own ride, mostly before its booked end.

async function findStartedRide(id: string, riderId: string, now: Date): Promise<Ride> {
  const ride = await findRide(id)
  const { rideRow } = ride
  if (rideRow.user_id !== riderId) throw refusal('booking_not_found')
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
  if (ride.rideRow.returned_at === null) await endRide(ride, { by: 'rider', photo }, now)
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
  return row && { end_time: isoFrom(row.end_at), message: rideEnded, refund: rupeesOf(row.refund_paise) }
}
