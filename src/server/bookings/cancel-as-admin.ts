import * as contract from '#contract/bookings/admin-bookings.ts'
import { paymentStatusOf } from '#domain/bookings/booking-status.ts'
import { paiseOf } from '#domain/pricing.ts'
import { auditStatement } from '#server/admin/audit-log.ts'
import { rotateCancelledPin } from '#server/catalogue/pin-rotation.ts'
import { d1 } from '#server/db/client.ts'
import { secondsOf } from '#server/db/instants.ts'
import { prepareNamed } from '#server/db/named-params.ts'
import { implement } from '#server/http/operation.ts'
import { assertDisputeOverride, type DisputeOverride } from '#server/payments/disputes/acknowledgement.ts'
import { insertRefund, refundedPaise } from '#server/payments/refunds/insert-refund.ts'
import { refusal } from '#server/runtime/errors.ts'
import type { Admin } from '#server/sessions/actor.ts'
import { freeClaimsOf } from '#server/slots/claims.ts'
import { adminBookingById } from './admin-list.ts'
import { bookingById } from './booking-payments.ts'

const IS_CANCELLABLE = `id = ?1
   AND ((state = 'confirmed' AND payment_id = ?3
         AND ${refundedPaise('?3')} = ?4) OR (?3 IS NULL AND state = 'held' AND hold_until > ?2))`

const CANCEL = `
UPDATE bookings SET state = 'cancelled', hold_until = NULL, settling = 0, cancelled_by = 'admin',
       refund_percent = iif(payment_id IS NULL, NULL, 100), updated_at = ?2
 WHERE ${IS_CANCELLABLE}`

const FREE_CANCELLED_CLAIMS = freeClaimsOf('?1', 'cancelled')

const REFUND_CANCELLED = insertRefund({
  reason: "'cancelled'",
  status: 'due',
  when: "id = :id AND state = 'cancelled' AND payment_id = :payment"
})

interface CancelRequest {
  disputeOverride?: DisputeOverride
  id: string
  /** The payment that confirmed the booking; null for a held one. */
  payment_id: string | null
  /** What was refunded of it before, as the admin saw it. Paise. */
  refundedPaise: number
}

/**
 * Cancels a booking as the admin saw it. A paid booking is refunded; a late payment of a held one finds it cancelled.
 *
 * Returns false and changes nothing if the booking has changed in between.
 */
export async function cancelAsAdmin(
  { disputeOverride, id, payment_id, refundedPaise }: CancelRequest,
  admin: Admin,
  now: Date
): Promise<boolean> {
  const params = [id, secondsOf(now), payment_id, refundedPaise] as const
  const entry = { action: 'cancel_booking', detail: disputeOverride?.detail, subject: id } as const
  const results = await d1.batchIdempotent<{ cancelled_by: string | null }>([
    auditStatement(entry, { admin, now, when: `EXISTS (SELECT 1 FROM bookings WHERE ${IS_CANCELLABLE})` }, params),
    d1.prepare(CANCEL).bind(...params),
    d1.prepare(FREE_CANCELLED_CLAIMS).bind(id),
    prepareNamed(REFUND_CANCELLED, { id, now: secondsOf(now), payment: payment_id }),
    rotateCancelledPin(id, now),
    ...(disputeOverride?.statements ?? []),
    d1.prepare('SELECT cancelled_by FROM bookings WHERE id = ?1').bind(id)
  ])
  return results.at(-1)?.results[0]?.cancelled_by === 'admin'
}

/** The admin agrees to a refund; 409 if another amount would be refunded. */
export const cancelBookingAsAdmin = implement(
  contract.cancelBookingAsAdmin,
  async ({ body, params: { id } }, admin, { now }) => {
    const booking = await bookingById(id)
    const status = paymentStatusOf(booking, now)
    if (status !== 'Completed' && status !== 'Pending') throw refusal('booking_ended')
    const isPaid = status === 'Completed'
    const refunded = (await adminBookingById(id, now)).refunded ?? 0
    if (body.amount !== (isPaid ? booking.amount - refunded : 0)) throw refusal('amount_changed')
    const payment_id = isPaid ? booking.payment_id : null
    const refundedPaise = Math.round(paiseOf(refunded))
    const disputeOverride = await assertDisputeOverride(payment_id ?? '', body.despite_dispute)
    if (!(await cancelAsAdmin({ disputeOverride, id, payment_id, refundedPaise }, admin, now)))
      throw refusal('amount_changed')
    return adminBookingById(id, now)
  }
)
