import * as contract from '#contract/bookings/admin-bookings.ts'
import { ABSENT_AFTER_MINUTES, mayBeAbsent } from '#domain/bookings/cancellation.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { rupeesOf } from '#domain/money.ts'
import { atTimeText } from '#domain/time/time-texts.ts'
import { MINUTE_SECONDS, SECOND_MS } from '#domain/time/time-units.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as commonText from '#messages/common.ts'
import { cancelPaid } from '#server/bookings/cancel-booking.ts'
import { endOf, findRide, paidRowsOf, type Ride, refundSharesOf, riddenFromOf } from '#server/bookings/ride-payments.ts'
import { implement } from '#server/http/operation.ts'
import { assertDisputeOverride } from '#server/payments/disputes/admin-disputes.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { riddenFrom, rideEnd } from '#server/slots/booking-sql.ts'
import { adminBookingById } from './admin-bookings.ts'

// A rider did not come. The staff cancel the ride with its extensions, which frees the rest of its time and refunds what
// a cancellation just before the start would have. A PIN that was read is renewed as after every cancellation.

/** SQL: `ride` is under way for long enough, and nobody has returned it or, unless the scooter is here, read its PIN. */
const IS_ABSENT = `
ride.returned_at IS NULL AND ${riddenFrom('ride')} <= :now - ${ABSENT_AFTER_MINUTES * MINUTE_SECONDS}
   AND ${rideEnd(':ride')} > :now AND (:isHere = 1 OR ride.pin_seen_at IS NULL)`

/** Throws 409 unless the rider may not have come. */
function absenceOf(ride: Ride, now: Date) {
  const { returned_at, start_at, state } = ride.rideRow
  const isOpen = state === 'confirmed' && returned_at === null
  if (!(isOpen && mayBeAbsent({ end: endOf(ride), ridden_from: riddenFromOf(ride) }, now))) throw refusal('not_absent')
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
