import { eq } from 'drizzle-orm'
import { type BookingState, paymentStatusOf } from '#domain/bookings/booking-status.ts'
import { CURRENCY, paiseOf } from '#domain/money.ts'
import { db, runIdempotent } from '#server/db/client.ts'
import { type BookingRow, bookings } from '#server/db/schema/bookings.ts'
import { payments } from '#server/db/schema/payments.ts'
import { secondsOf } from '#server/db/sql.ts'
import { logError } from '#server/runtime/log.ts'
import { type ProviderPayment, type ProviderRefund, provider, refundProgress } from './provider/provider.ts'
import { recordMismatch, recordProviderRefunds } from './refunds/refund-records.ts'
import { type BookingAfterPayment, type PaymentReport, settle } from './settle.ts'

// Every payment report ends here, whether from the browser, a webhook, the cron or an admin. A captured payment as
// ordered is settled in one batch.

/** The effect of a payment on its booking. */
export type PaymentResult =
  /** Captured as ordered, or refunded. `payment_id` is the id of the payment that the booking has now. */
  | { outcome: 'applied'; state: BookingState; payment_id: string | null }
  /** Amount or currency differs from the order's: an admin decides. */
  | { outcome: 'in_review' }
  /** Authorised after the hold ended. It is not captured, and the bank releases the money. */
  | { outcome: 'authorized_late' }
  /** Authorised with another amount or currency than the order's. It is not captured either. */
  | { outcome: 'authorized_mismatch' }
  /** The bank has not decided yet. */
  | { outcome: 'open' }
  | { outcome: 'failed' }

/** Applies a payment to its booking. Idempotent; captures an authorised payment while the hold lives. */
export async function applyPayment(report: PaymentReport): Promise<PaymentResult> {
  const { booking, now, payment } = report
  switch (payment.status) {
    case 'captured':
      return applyCaptured(report)
    case 'refunded':
      if (!payment.captured) return { outcome: 'authorized_late' }
      return applyRefunded(report)
    case 'authorized':
      if (paymentStatusOf(booking, now) !== 'Pending') return { outcome: 'authorized_late' }
      if (!matchesOrder(booking, payment)) return { outcome: 'authorized_mismatch' }
      return applyCaptured({ ...report, payment: await provider().capture(payment) })
    case 'created':
      return { outcome: 'open' }
    case 'failed':
      await recordFailedPayment(report)
      return { outcome: 'failed' }
  }
}

/** A payment as ordered, in amount and currency. */
export function matchesOrder(booking: BookingRow, { amount, currency }: ProviderPayment): boolean {
  return amount === paiseOf(booking.amount) && currency === CURRENCY
}

async function applyCaptured(report: PaymentReport): Promise<PaymentResult> {
  const { booking, payment } = report
  if (!matchesOrder(booking, payment)) {
    const isNew = await recordMismatch(report)
    if (isNew) {
      logError('payment_mismatched', {
        booking_id: booking.id,
        currency: payment.currency,
        paise: payment.amount,
        payment_id: payment.id
      })
    }
    return { outcome: 'in_review' }
  }
  return { outcome: 'applied', ...(await settle(report)) }
}

/** A 'refunded' payment may have pending or partial refunds, and these may fail. */
async function applyRefunded(report: PaymentReport): Promise<PaymentResult> {
  const { processed, state } = await refundProgress(report.payment)
  if (state === 'complete') await recordProviderRefunds(report, { isComplete: true, processed })
  return { outcome: 'applied', ...(await stateOf(report.booking.id)) }
}

/** Applies a processed refund that the provider reports. Its payment is settled first, if a part of it is left. */
export async function applyRefund(report: PaymentReport, refund: ProviderRefund): Promise<void> {
  const { booking, extraStatements = [], now, payment } = report
  // Without the extra statements: they record the event as processed, and belong to the refund's batch below.
  if (payment.status === 'captured') await applyPayment({ booking, now, payment })
  const known = await knownRefunds(payment, refund)
  // The unknown payment is fully refunded in parts, and one part is pending. Its event records all of them.
  const isAwaited = payment.status === 'refunded' && !known.isComplete && !(await isRecorded(payment.id))
  if (!isAwaited) await recordProviderRefunds(report, known)
  else if (extraStatements.length > 0) await runIdempotent(extraStatements)
}

async function isRecorded(paymentId: string): Promise<boolean> {
  const rows = await db.select({ id: payments.id }).from(payments).where(eq(payments.id, paymentId))
  return rows.length > 0
}

/** Events can arrive in any order, so refunds before the last one may not be known yet. */
async function knownRefunds(payment: ProviderPayment, refund: ProviderRefund) {
  const isComplete = refund.amount >= payment.amount
  if (isComplete || payment.status !== 'refunded') return { isComplete, processed: [refund] }
  const { processed, state } = await refundProgress(payment, { ...refund, status: 'processed' })
  return { isComplete: state === 'complete', processed }
}

/** A missing booking is an error, because no booking is ever deleted (tests/architecture/rules.test.ts). */
async function stateOf(id: string): Promise<BookingAfterPayment> {
  const [booking] = await db
    .select({ payment_id: bookings.payment_id, state: bookings.state })
    .from(bookings)
    .where(eq(bookings.id, id))
  if (!booking) throw new Error(`No booking ${id} to read`)
  return booking
}

const RECORD_FAILED_PAYMENT = `
INSERT INTO payments (id, booking_id, payment_id, status, reason, created_at)
VALUES (:payment || '-failed', :booking, :payment, 'failed', :reason, :now)
    ON CONFLICT DO NOTHING`

/** Records the attempt once. The booking does not change, because the next attempt may succeed. */
async function recordFailedPayment({ booking, extraStatements = [], now, payment }: PaymentReport): Promise<void> {
  const params = { booking: booking.id, now: secondsOf(now), payment: payment.id, reason: payment.reason }
  await runIdempotent([...extraStatements, RECORD_FAILED_PAYMENT], params)
}
