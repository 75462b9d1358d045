import * as contract from '#contract/bookings/admin-bookings.ts'
import * as x from '#contract/bookings/booking-payments.ts'
import { paiseOf, rupeesText } from '#domain/money.ts'
import * as formsText from '#messages/admin/forms.ts'
import { activityInsert, isOwnRepeat } from '#server/activity/activity.ts'
import { endRide } from '#server/bookings/end-ride.ts'
import { moveRide, targetsOf } from '#server/bookings/move-ride.ts'
import { findRide, paidRowsOf, type Ride } from '#server/bookings/ride-payments.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { invalidField, refusal } from '#server/runtime/refusal.ts'
import type { Admin, Staff } from '#server/sessions/actor.ts'
import { adminBookingById } from './admin-bookings.ts'
import { bookingById, loadBookingPayments } from './booking-actions.ts'

// What the staff do with a ride: return it, or move it to another scooter.

/** A caretaker sees neither the money of a booking nor how to reach its rider. */
async function bookingFor(staff: Staff, id: string, now: Date) {
  const booking = await adminBookingById(id, now)
  if (staff.role !== 'caretaker') return booking
  return {
    ...booking,
    amount: null,
    dispute: null,
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
      await endRide(ride, { kind: 'returned_by_admin', admin, reason: body.reason }, now)
      if ((await findRide(id)).rideRow.returned_at === null) throw refusal('ride_changed')
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

// What a rider is owed for a ride that was cancelled late is paid outside of the system. An owner notes how.

const IS_OWED = 'booking_id = :ride AND paise = :paise AND paid_at IS NULL'

const PAY = `UPDATE compensations SET paid_at = :now, note = :note WHERE ${IS_OWED}`

const SELECT_PAID = 'SELECT note, paise FROM compensations WHERE booking_id = :ride AND paid_at IS NOT NULL'

/** Idempotent: a debt that this admin has paid with this note answers the same again. */
export const payCompensation = implement(
  x.payCompensation,
  async ({ body: { amount, note }, params: { id } }, admin, { now }) => {
    const booking = await bookingById(id)
    const params = { note, now: secondsOf(now), paise: Math.round(paiseOf(amount)), ride: booking.ride_id ?? id }
    const once = { action: 'pay_compensation', refused: 'paid_by_another', subject: params.ride } as const
    const entry = { action: once.action, detail: `${rupeesText(amount)} · ${note}`, subject: once.subject }
    const when = `EXISTS (SELECT 1 FROM compensations WHERE ${IS_OWED})`
    const { logged, paid } = await runIdempotent<{ logged: object; paid: { note: string; paise: number } }>(
      { logged: activityInsert(entry, { admin, now, when }, params), pay: PAY, paid: SELECT_PAID },
      params
    )
    const [after] = paid.results
    const isSame = after?.note === note && after.paise === params.paise
    if (logged.meta.changes === 0 && !(await isOwnRepeat({ ...once, isSame }, { admin, now })))
      throw refusal('compensation_not_owed')
    return loadBookingPayments(booking, now)
  }
)
