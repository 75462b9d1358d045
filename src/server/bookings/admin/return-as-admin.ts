import * as contract from '#contract/bookings/admin-bookings.ts'
import { conditionalActivityInsert } from '#server/activity/activity.ts'
import { findRide } from '#server/bookings/ride-payments.ts'
import { endRide } from '#server/bookings/rides/end-ride.ts'
import { implement } from '#server/http/operation.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { adminBookingById } from './admin-bookings.ts'

/** Idempotent: a returned ride stays as it is. */
export const returnRideAsAdmin = implement(
  contract.returnRideAsAdmin,
  async ({ body, params: { id } }, admin, { now }) => {
    const ride = await findRide(id)
    const { rideRow } = ride
    if (rideRow.state !== 'confirmed' || rideRow.start_at > now) throw refusal('ride_not_under_way')
    if (rideRow.returned_at === null) {
      const entry = { action: 'return_ride', detail: body.reason, subject: rideRow.id } as const
      await endRide(
        ride,
        { activity: (when, params) => conditionalActivityInsert(entry, { admin, now, when }, params), by: 'admin' },
        now
      )
      if ((await findRide(id)).rideRow.returned_at === null) throw refusal('ride_changed')
    }
    return adminBookingById(id, now)
  }
)
