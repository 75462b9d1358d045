import type { D1PreparedStatement } from '@cloudflare/workers-types'
import type { RefundReason } from '#domain/payments/refunds.ts'
import { d1 } from '#server/db/client.ts'
import { secondsOf } from '#server/db/instants.ts'
import { type CapturedPayment, type ExtraStatements, recordPayment } from '#server/payments/record-payment.ts'
import { freeClaimsOf } from '#server/slots/claims.ts'

// The effect of a refund on its booking. Every batch is forward-only and idempotent, as in settle.ts.

// A payment that confirmed a ride is never marked as a mismatch later.
const INSERT_REFUND = `
INSERT INTO refunds (payment_id, booking_id, reason, status, refund_id, created_at)
SELECT ?1, ?2, ?3, ?4, ?5, ?6
 WHERE ?3 <> 'mismatch' OR NOT EXISTS (SELECT 1 FROM bookings WHERE payment_id = ?1 AND state = 'confirmed')
    ON CONFLICT (payment_id) DO NOTHING
RETURNING payment_id`

function insertRefund(
  { id }: { id: string },
  payment: CapturedPayment,
  refund: { reason: RefundReason; refund_id: string | null; status: 'processed' | 'review' },
  now: Date
): D1PreparedStatement {
  return d1.prepare(INSERT_REFUND).bind(payment.id, id, refund.reason, refund.status, refund.refund_id, secondsOf(now))
}

/**
 * Puts a payment with a wrong amount or currency into review; it never confirms a booking. Returns false if it was
 * already recorded.
 */
export async function recordMismatch(
  booking: { id: string },
  payment: CapturedPayment,
  now: Date,
  extraStatements: ExtraStatements = []
): Promise<boolean> {
  const results = await d1.batchIdempotent([
    ...extraStatements,
    recordPayment(booking, payment, now),
    insertRefund(booking, payment, { reason: 'mismatch', refund_id: null, status: 'review' }, now)
  ])
  return (results.at(-1)?.results.length ?? 0) > 0
}

const REFUND_PROCESSED = `
UPDATE refunds SET status = 'processed', refund_id = coalesce(?2, refund_id), lease_until = NULL
 WHERE payment_id = ?1 AND status <> 'processed'`

// Cancels a ride whose payment was refunded in the provider's dashboard, without one of our admins.
const CANCEL_REFUNDED_RIDE = `
UPDATE bookings SET state = 'cancelled', updated_at = ?3
 WHERE id = ?1 AND state = 'confirmed' AND payment_id = ?2
   AND EXISTS (SELECT 1 FROM refunds WHERE payment_id = ?2 AND status = 'processed')`

const FREE_CANCELLED_CLAIMS = freeClaimsOf('?1', 'cancelled')

const MARK_REFUNDED = `
UPDATE bookings SET state = 'refunded', updated_at = ?3
 WHERE id = ?1 AND state = 'refund_due' AND payment_id = ?2
   AND EXISTS (SELECT 1 FROM refunds WHERE payment_id = ?2 AND status = 'processed')`

interface ProcessedRefund {
  booking_id: string
  payment_id: string
  /** Null if unknown which of the provider's refunds it was. */
  refund_id: string | null
}

function refundStatements(refund: ProcessedRefund, now: Date): D1PreparedStatement[] {
  return [d1.prepare(REFUND_PROCESSED).bind(refund.payment_id, refund.refund_id), ...bookingStatements(refund, now)]
}

/** Updates the booking if its payment is refunded. */
function bookingStatements(
  { booking_id, payment_id }: Omit<ProcessedRefund, 'refund_id'>,
  now: Date
): D1PreparedStatement[] {
  const at = secondsOf(now)
  return [
    d1.prepare(CANCEL_REFUNDED_RIDE).bind(booking_id, payment_id, at),
    d1.prepare(FREE_CANCELLED_CLAIMS).bind(booking_id),
    d1.prepare(MARK_REFUNDED).bind(booking_id, payment_id, at)
  ]
}

/** Marks a refund as processed and updates its booking. */
export async function settleProcessedRefund(refund: ProcessedRefund, now: Date): Promise<void> {
  await d1.batchIdempotent(refundStatements(refund, now))
}

/** Closes a refund that was paid by other means, if `closing` still finds it in review. */
export async function settleManually(
  refund: Omit<ProcessedRefund, 'refund_id'>,
  closing: readonly D1PreparedStatement[],
  now: Date
): Promise<void> {
  await d1.batchIdempotent([...closing, ...bookingStatements(refund, now)])
}

/** Records a full refund reported by the provider, whoever started it, even if the payment was not recorded yet. */
export async function settleRefund(
  booking: { id: string },
  payment: CapturedPayment & { refund_id: string | null },
  now: Date,
  extraStatements: ExtraStatements = []
): Promise<void> {
  const { id: payment_id, refund_id } = payment
  await d1.batchIdempotent([
    ...extraStatements,
    recordPayment(booking, payment, now),
    insertRefund(booking, payment, { reason: 'elsewhere', refund_id, status: 'processed' }, now),
    ...refundStatements({ booking_id: booking.id, payment_id, refund_id }, now)
  ])
}
