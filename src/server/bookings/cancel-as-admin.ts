import type { BookingState } from '#domain/bookings/booking-status.ts'
import { auditStatement } from '#server/admin/audit-log.ts'
import { d1 } from '#server/db/client.ts'
import { secondsOf } from '#server/db/instants.ts'
import { prepareNamed } from '#server/db/named-params.ts'
import type { DisputeOverride } from '#server/payments/disputes/acknowledgement.ts'
import { insertRefund } from '#server/payments/refunds/insert-refund.ts'
import type { Admin } from '#server/sessions/actor.ts'
import { freeClaimsOf } from '#server/slots/claims.ts'

const IS_CANCELLABLE = `id = ?1
   AND ((state = 'confirmed' AND payment_id = ?3) OR (?3 IS NULL AND state = 'held' AND hold_until > ?2))`

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
}

/**
 * Cancels a booking as the admin saw it. A paid booking is refunded; a late payment of a held one finds it cancelled.
 *
 * Returns false and changes nothing if the booking has changed in between.
 */
export async function cancelAsAdmin(
  { disputeOverride, id, payment_id }: CancelRequest,
  admin: Admin,
  now: Date
): Promise<boolean> {
  const params = [id, secondsOf(now), payment_id] as const
  const entry = { action: 'cancel_booking', detail: disputeOverride?.detail, subject: id } as const
  const results = await d1.batchIdempotent<{ state: BookingState }>([
    auditStatement(entry, { admin, now, when: `EXISTS (SELECT 1 FROM bookings WHERE ${IS_CANCELLABLE})` }, params),
    d1.prepare(CANCEL).bind(...params),
    d1.prepare(FREE_CANCELLED_CLAIMS).bind(id),
    prepareNamed(REFUND_CANCELLED, { id, now: secondsOf(now), payment: payment_id }),
    ...(disputeOverride?.statements ?? []),
    d1.prepare('SELECT state FROM bookings WHERE id = ?1').bind(id)
  ])
  return results.at(-1)?.results[0]?.state === 'cancelled'
}
