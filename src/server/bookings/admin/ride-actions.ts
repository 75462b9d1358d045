import * as contract from '#contract/bookings/admin-bookings.ts'
import { paymentStatusOf } from '#domain/bookings/booking-status.ts'
import { ABSENT_AFTER_MINUTES, mayBeAbsent } from '#domain/bookings/cancellation.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { rupeesOf } from '#domain/money.ts'
import { atTimeText } from '#domain/time/time-texts.ts'
import { MINUTE_SECONDS, SECOND_MS } from '#domain/time/time-units.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as commonText from '#messages/common.ts'
import { activityInsert, isOwnRepeat, offlinePressTime } from '#server/activity/activity.ts'
import { cancelPaid } from '#server/bookings/cancel-booking.ts'
import { endRide } from '#server/bookings/end-ride.ts'
import { moveRide, targetsOf } from '#server/bookings/move-ride.ts'
import {
  effectiveStartOf,
  endOf,
  findRide,
  fullSharesOf,
  owedPaise,
  paidRowsOf,
  type Ride,
  type RideRow,
  refundSharesOf
} from '#server/bookings/ride-payments.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { assertDisputeOverride, type DisputeOverride } from '#server/payments/disputes/admin-disputes.ts'
import { invalidField, refusal } from '#server/runtime/refusal.ts'
import type { Admin, Staff } from '#server/sessions/sessions.ts'
import { effectiveStart, freeClaimsOf, isLiveHold, rideEnd, SET_UNPAID_CANCELLED } from '#server/slots/booking-sql.ts'
import { adminBookingById } from './admin-bookings.ts'

// What the staff do with a ride: return it, move it to another scooter, or cancel it.

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
      const seen = {
        pressed: offlinePressTime(body.pressed_at, rideRow.start_at, now),
        scooter: body.scooter_id ?? null
      }
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

// The booking is cancelled as it was shown: a hold, or a paid ride with its extensions, which is refunded in full.

// A settling hold stays pending after its time (domain/bookings/booking-status.ts).
const IS_PENDING_HOLD = `id = :id AND ${isLiveHold('bookings')}`

const CANCEL_HOLD = `
UPDATE bookings SET ${SET_UNPAID_CANCELLED}, cancelled_by = 'admin', cancel_reason = :reason
 WHERE ${IS_PENDING_HOLD}`

const FREE_HOLD_CLAIMS = freeClaimsOf(':id', 'cancelled')

interface Decision {
  admin: Admin
  now: Date
  /** What its rider is owed beside the refund, in paise. */
  owed?: number
  /** For the rider. */
  reason?: string | null
}

/**
 * Changes nothing if the hold was paid or has ended in between. A payment that arrives later is refunded. Returns whether
 * this call has cancelled it.
 */
export async function cancelHoldAsAdmin(id: string, { admin, now, reason = null }: Decision): Promise<boolean> {
  const params = { id, now: secondsOf(now) }
  const when = `EXISTS (SELECT 1 FROM bookings WHERE ${IS_PENDING_HOLD})`
  const logged = { action: 'cancel_booking', detail: reason ?? undefined, subject: id } as const
  const { entry } = await runIdempotent<{ entry: object }>(
    {
      entry: activityInsert(logged, { admin, now, when }, params),
      cancel: [CANCEL_HOLD, FREE_HOLD_CLAIMS]
    },
    { ...params, reason }
  )
  return entry.meta.changes > 0
}

/** All of its payments goes back. Returns whether this call has cancelled it, as `cancelPaid`. */
export const cancelRideAsAdmin = (
  ride: Ride,
  { detail, statements }: DisputeOverride,
  { admin, now, owed = 0, reason = null }: Decision
) =>
  cancelPaid(ride.rideRow, fullSharesOf(paidRowsOf(ride), now), now, {
    byStaff: { admin, detail: commonText.joinFacts(reason, detail) || undefined, override: statements, reason },
    owed,
    when: 'TRUE'
  })

/** In paise. An unpaid extension is cancelled alone, and no money moves. */
function cancellationOf(ride: Ride, now: Date) {
  const isPaid = ride.booking.state === 'confirmed'
  const rows = isPaid ? paidRowsOf(ride) : []
  return {
    isPaid,
    owed: isPaid ? owedPaise(ride, now) : 0,
    refund: sumBy(rows, ({ unrefundedPaise }) => unrefundedPaise),
    rows
  }
}

export const previewCancellationAsAdmin = implement(
  contract.previewCancellationAsAdmin,
  async ({ params: { id } }, _, { now }) => {
    const { owed, refund } = cancellationOf(await findRide(id), now)
    return { owed: rupeesOf(owed), refund: rupeesOf(refund) }
  }
)

/**
 * The admin agrees to a refund, and to what is owed; 409 if another amount would be. A paid extension is cancelled with
 * its whole ride. Idempotent: a booking that this admin has cancelled for this reason answers the same again.
 */
export const cancelBookingAsAdmin = implement(
  contract.cancelBookingAsAdmin,
  async ({ body, params: { id } }, admin, { now }) => {
    const ride = await findRide(id)
    const isRepeat = async (row: RideRow) => {
      if (row.cancelled_by !== 'admin') return false
      const isHold = row.payment_id === null
      const once = { action: 'cancel_booking', refused: 'cancelled_by_another' } as const
      const isSame = row.cancel_reason === (body.reason || null)
      const isOwn = await isOwnRepeat({ ...once, isSame, subject: isHold ? id : ride.rideRow.id }, { admin, now })
      // A hold that ended with a decision about its rider has no entry.
      return isOwn || isHold
    }
    if (await isRepeat(ride.booking)) return adminBookingById(id, now)
    assertNotEnded(ride.booking, now)
    const { isPaid, owed: owedByUs, refund, rows } = cancellationOf(ride, now)
    const owed = body.rider_asked ? 0 : owedByUs
    // A portal from before the rule sends none.
    const agreed = body.owed ?? rupeesOf(owed)
    if (body.amount !== rupeesOf(refund) || agreed !== rupeesOf(owed)) throw refusal('amount_changed')
    const payments = rows.flatMap(({ payment_id }) => payment_id ?? [])
    const override = await assertDisputeOverride(payments, body.despite_dispute)
    const decision = { admin, now, owed, reason: body.reason || null }
    const isDone = await (isPaid ? cancelRideAsAdmin(ride, override, decision) : cancelHoldAsAdmin(id, decision))
    if (isDone) return adminBookingById(id, now)
    const { booking } = await findRide(id)
    if (await isRepeat(booking)) return adminBookingById(id, now)
    assertNotEnded(booking, now)
    throw refusal('amount_changed')
  }
)

function assertNotEnded(booking: RideRow, now: Date): void {
  const status = paymentStatusOf(booking, now)
  if (status !== 'Completed' && status !== 'Pending') throw refusal('booking_ended')
}

// A rider did not come. The staff cancel the ride with its extensions, which frees the rest of its time and refunds what
// a cancellation just before the start would have. A PIN that was read is renewed as after every cancellation.

/** SQL: `ride` is under way for long enough, and nobody has returned it or, unless the scooter is here, read its PIN. */
const IS_ABSENT = `
ride.returned_at IS NULL AND ${effectiveStart('ride')} <= :now - ${ABSENT_AFTER_MINUTES * MINUTE_SECONDS}
   AND ${rideEnd(':ride')} > :now AND (:isHere = 1 OR ride.pin_seen_at IS NULL)`

/** Throws 409 unless the rider may not have come. */
function absenceOf(ride: Ride, now: Date) {
  const { returned_at, start_at, state } = ride.rideRow
  const isOpen = state === 'confirmed' && returned_at === null
  if (!(isOpen && mayBeAbsent({ end: endOf(ride), ridden_from: effectiveStartOf(ride) }, now)))
    throw refusal('not_absent')
  const shares = refundSharesOf(ride, paidRowsOf(ride), new Date(start_at.getTime() - SECOND_MS))
  return { refund: rupeesOf(sumBy(shares, ({ leftPaise }) => leftPaise)), shares }
}

export const previewAbsence = implement(contract.previewAbsence, async ({ params: { id } }, _, { now }) => {
  const ride = await findRide(id)
  const { refund, shares } = absenceOf(ride, now)
  return {
    amount: rupeesOf(sumBy(shares, ({ row }) => row.paidPaise)),
    pin_seen_at: ride.rideRow.pin_seen_at?.toISOString() ?? null,
    refund
  }
})

/** Throws 409 unless the staff have agreed to the ride as it is. */
function agreedShares(ride: Ride, body: { amount: number; is_here: boolean }, now: Date) {
  const { refund, shares } = absenceOf(ride, now)
  const { pin_seen_at } = ride.rideRow
  if (pin_seen_at && !body.is_here) throw refusal('pin_was_read', atTimeText(pin_seen_at, now))
  if (refund !== body.amount) throw refusal('amount_changed')
  return shares
}

const isCancelledAsAbsent = ({ rideRow: { cancel_reason, cancelled_by, state } }: Ride) =>
  state === 'cancelled' && cancelled_by === 'admin' && cancel_reason === ridesText.nobodyCame

export const cancelAbsentRide = implement(
  contract.cancelAbsentRide,
  async ({ body, params: { id } }, admin, { now }) => {
    const ride = await findRide(id)
    if (isCancelledAsAbsent(ride)) return adminBookingById(id, now)
    const shares = agreedShares(ride, body, now)
    const payments = shares.flatMap(({ row }) => row.payment_id ?? [])
    const { detail, statements } = await assertDisputeOverride(payments, body.despite_dispute)
    await cancelPaid(ride.rideRow, shares, now, {
      byStaff: {
        admin,
        detail: commonText.joinFacts(ridesText.didNotCome, detail),
        override: statements,
        reason: ridesText.nobodyCame
      },
      params: { isHere: Number(body.is_here) },
      when: IS_ABSENT
    })
    const after = await findRide(id)
    if (isCancelledAsAbsent(after)) return adminBookingById(id, now)
    agreedShares(after, body, now)
    throw refusal('ride_changed')
  }
)
