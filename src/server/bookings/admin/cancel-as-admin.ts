import * as contract from '#contract/bookings/admin-bookings.ts'
import { paymentStatusOf } from '#domain/bookings/booking-status.ts'
import { rupeesOf } from '#domain/catalogue/pricing.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { conditionalActivityInsert } from '#server/activity/activity.ts'
import { findRide, paidRowsOf, type Ride, type RideRow } from '#server/bookings/ride-payments.ts'
import {
  ARE_ROWS_UNCHANGED,
  freeCancelledRide,
  IS_RIDE_UNCHANGED,
  RAISE_REVISION
} from '#server/bookings/rides/cancelled-ride.ts'
import { d1, prepareNamed } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { assertDisputeOverride, type DisputeOverride } from '#server/payments/disputes/dispute-override.ts'
import { insertRefund } from '#server/payments/refunds/insert-refund.ts'
import { refusal } from '#server/runtime/refusal.ts'
import type { Admin } from '#server/sessions/actor.ts'
import { freeClaimsOf, isLiveHold } from '#server/slots/booking-sql.ts'
import { adminBookingById } from './admin-bookings.ts'

// An admin cancels a booking as it was shown: a hold, or a paid ride with its extensions, which is refunded in full.

// A settling hold stays pending after its time (domain/bookings/booking-status.ts).
const IS_PENDING_HOLD = `id = :id AND ${isLiveHold('bookings')}`

const CANCEL_HOLD = `
UPDATE bookings SET state = 'cancelled', hold_until = NULL, settling = 0, cancelled_by = 'admin', updated_at = :now
 WHERE ${IS_PENDING_HOLD}`

const FREE_HOLD_CLAIMS = freeClaimsOf(':id', 'cancelled')

const CANCEL_RIDE = `
UPDATE bookings SET state = 'cancelled', cancelled_by = 'admin', refund_percent = 100, ${RAISE_REVISION}, updated_at = :now
 WHERE ${ARE_ROWS_UNCHANGED}`

const REFUND_CANCELLED = insertRefund({
  reason: "'cancelled'",
  status: 'due',
  when: "id = :row AND state = 'cancelled' AND payment_id = :payment"
})

interface Decision {
  admin: Admin
  now: Date
}

const activityEntry = (subject: string, detail?: string) => ({ action: 'cancel_booking', detail, subject }) as const

/** Changes nothing if the hold was paid or has ended in between. A payment that arrives later is refunded. */
export async function cancelHoldAsAdmin(id: string, { admin, now }: Decision): Promise<void> {
  const params = { id, now: secondsOf(now) }
  await d1.batchIdempotent([
    conditionalActivityInsert(
      activityEntry(id),
      { admin, now, when: `EXISTS (SELECT 1 FROM bookings WHERE ${IS_PENDING_HOLD})` },
      params
    ),
    prepareNamed(CANCEL_HOLD, params),
    prepareNamed(FREE_HOLD_CLAIMS, params)
  ])
}

/** Changes nothing if the ride or its refunds have changed in between. */
export async function cancelRideAsAdmin(
  ride: Ride,
  override: DisputeOverride,
  { admin, now }: Decision
): Promise<void> {
  const { id, revision } = ride.rideRow
  const rows = paidRowsOf(ride)
  const nowSeconds = secondsOf(now)
  const params = { now: nowSeconds, refunded: sumBy(rows, ({ refundedPaise }) => refundedPaise), revision, ride: id }
  await d1.batchIdempotent([
    conditionalActivityInsert(activityEntry(id, override.detail), { admin, now, when: IS_RIDE_UNCHANGED }, params),
    prepareNamed(CANCEL_RIDE, params),
    ...freeCancelledRide(id, now),
    ...rows.map(row => prepareNamed(REFUND_CANCELLED, { now: nowSeconds, payment: row.payment_id, row: row.id })),
    ...override.statements
  ])
}

/**
 * The admin agrees to a refund; 409 if another amount would be refunded. An extension is cancelled with its whole ride.
 * Idempotent: a booking that an admin has cancelled answers the same again.
 */
export const cancelBookingAsAdmin = implement(
  contract.cancelBookingAsAdmin,
  async ({ body, params: { id } }, admin, { now }) => {
    const ride = await findRide(id)
    if (ride.booking.state === 'cancelled' && ride.booking.cancelled_by === 'admin') return adminBookingById(id, now)
    assertNotEnded(ride.booking, now)
    const isPaid = ride.booking.state === 'confirmed'
    const rows = isPaid ? paidRowsOf(ride) : []
    if (body.amount !== rupeesOf(sumBy(rows, refundablePaise))) throw refusal('amount_changed')
    const payments = rows.flatMap(({ payment_id }) => payment_id ?? [])
    const override = await assertDisputeOverride(payments, body.despite_dispute)
    await (isPaid ? cancelRideAsAdmin(ride, override, { admin, now }) : cancelHoldAsAdmin(id, { admin, now }))
    const { booking } = await findRide(id)
    if (booking.cancelled_by === 'admin') return adminBookingById(id, now)
    assertNotEnded(booking, now)
    throw refusal('amount_changed')
  }
)

function assertNotEnded(booking: RideRow, now: Date): void {
  const status = paymentStatusOf(booking, now)
  if (status !== 'Completed' && status !== 'Pending') throw refusal('booking_ended')
}

const refundablePaise = ({ paidPaise, refundedPaise }: RideRow) => paidPaise - refundedPaise
