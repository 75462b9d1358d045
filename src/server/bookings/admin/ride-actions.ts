import * as contract from '#contract/bookings/admin-bookings.ts'
import * as formsText from '#messages/admin/forms.ts'
import { pressTime } from '#server/activity/kept-press.ts'
import { endRide } from '#server/bookings/end-ride.ts'
import { moveRide, targetsOf } from '#server/bookings/move-ride.ts'
import { findRide, paidRowsOf, type Ride } from '#server/bookings/ride-payments.ts'
import { prepareNamed } from '#server/db/client.ts'
import { implement } from '#server/http/operation.ts'
import { invalidField, refusal } from '#server/runtime/refusal.ts'
import type { Admin, Staff } from '#server/sessions/actor.ts'
import { adminBookingById } from './admin-bookings.ts'

// What the staff do with a ride: return it, or move it to another scooter.

/** A caretaker does not see the money of a booking. Today has the phone of its rider. */
async function bookingFor(staff: Staff, id: string, now: Date) {
  const booking = await adminBookingById(id, now)
  if (staff.role !== 'caretaker') return booking
  return {
    ...booking,
    amount: null,
    dispute: null,
    paid_by: null,
    pay_note: null,
    refunded: null,
    user_email: '',
    user_phone: null
  }
}

/** Idempotent: a returned ride stays as it is. */
export const returnRideAsAdmin = implement(
  contract.returnRideAsAdmin,
  async ({ body, params: { id } }, admin, { now }) => {
    const ride = await findRide(id)
    const { rideRow } = ride
    if (rideRow.state !== 'confirmed' || rideRow.start_at > now) throw refusal('ride_not_under_way')
    if (rideRow.returned_at === null) {
      const hasEnded = paidRowsOf(ride).every(({ end_at }) => end_at <= now)
      if (body.reason === '' && !hasEnded) throw invalidField('reason', formsText.reasonRequired)
      const seen = { pressed: pressTime(body.pressed_at, rideRow.start_at, now), scooter: body.scooter_id ?? null }
      await endRide(ride, { kind: 'returned_by_admin', admin, reason: body.reason, seen }, now)
      if ((await findRide(id)).rideRow.returned_at === null)
        throw refusal(body.scooter_id ? 'return_outdated' : 'ride_changed')
    }
    return bookingFor(admin, id, now)
  }
)

export const listMoveTargets = implement(contract.listMoveTargets, async ({ params: { id } }, _, { now }) =>
  targetsOf(await findRide(id), now)
)

const SCOOTER_NAME = 'SELECT name FROM scooters WHERE id = :id'
const nameOf = (id: string) => prepareNamed(SCOOTER_NAME, { id }).first<string>('name')

/** Moves a ride with an entry in the activity log. */
export async function moveRideByStaff(
  ride: Ride,
  { from, reason, to }: { from: string; reason: string; to: string },
  { admin, now }: { admin: Admin; now: Date }
) {
  const [before, after] = await Promise.all([nameOf(from), nameOf(to)])
  return moveRide(ride, { by: 'admin', admin, detail: `${before} → ${after} · ${reason}`, from, to }, now)
}

export const moveRideAsAdmin = implement(
  contract.moveRideAsAdmin,
  async ({ body: { from_scooter_id: from, reason, scooter_id: to }, params: { id } }, admin, { now }) => {
    const outcome = await moveRideByStaff(await findRide(id), { from, reason, to }, { admin, now })
    if (outcome !== 'moved') throw refusal(outcome)
    return bookingFor(admin, id, now)
  }
)
