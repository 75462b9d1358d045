import { and, eq } from 'drizzle-orm'
import * as contract from '#contract/payments/orders.ts'
import { PAYABLE_STATES, paymentStatusOf, REFUNDED_STATES } from '#domain/bookings/booking-status.ts'
import { DISMISSED_HOLD_SECONDS, REPORTED_ATTEMPTS_MAX, SETTLING_HOLD_SECONDS } from '#domain/constants.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { db, runIdempotent } from '#server/db/client.ts'
import { type BookingRow, bookings } from '#server/db/schema/bookings.ts'
import { refunds } from '#server/db/schema/payments.ts'
import { secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { limitPaymentReports } from '#server/http/throttle.ts'
import { newId } from '#server/runtime/crypto.ts'
import { logError } from '#server/runtime/log.ts'
import { ProviderError } from '#server/runtime/outgoing.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { markSettling, shortenHold } from '#server/slots/hold-deadlines.ts'
import { applyPayment, type PaymentResult } from './apply-payment.ts'
import { provider } from './provider/provider.ts'

// Answers 404 for another rider's payment session, to hide that it exists.
async function findPaymentSession(sessionId: string, userId: string): Promise<BookingRow> {
  const [booking] = await db
    .select()
    .from(bookings)
    .where(and(eq(bookings.id, sessionId), eq(bookings.user_id, userId)))
  if (!booking) throw refusal('payment_session_not_found')
  return booking
}

/**
 * Verifies the signature against our own order and fetches the payment from the provider, then applies the payment.
 * Idempotent.
 */
export const confirmPayment = implement(contract.confirmPayment, async ({ body }, rider, { now }) => {
  await limitPaymentReports('paid', rider.id, now)
  const booking = await findPaymentSession(body.session_id, rider.id)
  const { order_id } = booking
  if (order_id === null || order_id !== body.razorpay_order_id) throw refusal('order_mismatch')
  const { razorpay_payment_id: paymentId, razorpay_signature: signature } = body
  if (!(await provider().verifySignature({ order_id, payment_id: paymentId, signature }))) {
    logError('payment_signature_rejected', { booking_id: booking.id, order_id })
    throw refusal('signature_mismatch')
  }
  const fetched = await fetchAndApplyPayment(booking, paymentId, now)
  const result = fetched.outcome === 'open' ? await awaitProvider(booking.id, paymentId, now) : fetched
  if (result.outcome === 'in_review') throw refusal('payment_in_review')
  if (result.outcome === 'failed') throw refusal('payment_failed')
  return {
    booking_id: booking.id,
    is_settling: result.outcome === 'open',
    message: await messageFor(result, paymentId),
    payment_status:
      result.outcome === 'applied'
        ? paymentStatusOf({ hold_until: null, settling: false, state: result.state }, now)
        : paymentStatusOf(booking, now),
    success: result.outcome === 'applied' && result.state === 'confirmed'
  }
})

/** Any provider error counts as open: the money may have been taken, so the rider must not pay again. */
async function fetchAndApplyPayment(booking: BookingRow, paymentId: string, now: Date): Promise<PaymentResult> {
  try {
    const payment = await provider().fetchPayment(paymentId)
    if (payment.order_id !== booking.order_id) throw refusal('signature_mismatch')
    return await applyPayment({ booking, now, payment })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    logError('payment_check_failed', { booking_id: booking.id, message: error.message, payment_id: paymentId })
    return { outcome: 'open' }
  }
}

type ReportResult = PaymentResult | { outcome: 'hold_ended' }

/** A hold that has ended does not wait. Another report may have settled the payment meanwhile. */
async function awaitProvider(bookingId: string, paymentId: string, now: Date): Promise<ReportResult> {
  const booking = await markSettling(bookingId, new Date(now.getTime() + SETTLING_HOLD_SECONDS * SECOND_MS), now)
  if (booking?.settling) return { outcome: 'open' }
  if (booking?.payment_id !== paymentId) return { outcome: 'hold_ended' }
  return { outcome: 'applied', payment_id: paymentId, state: booking.state }
}

async function messageFor(result: ReportResult, paymentId: string): Promise<string> {
  if (result.outcome === 'open') return paymentsText.beingConfirmed
  if (result.outcome === 'hold_ended') return paymentsText.verificationFailed
  if (result.outcome === 'authorized_mismatch') return paymentsText.authorisedWrongAmount
  if (result.outcome !== 'applied') return paymentsText.authorisedTooLate
  if (result.state === 'confirmed')
    return result.payment_id === paymentId ? paymentsText.bookingConfirmed : paymentsText.paidTwice
  if (!REFUNDED_STATES.includes(result.state)) return paymentsText.paymentBeingRefunded
  const [refund] = await db.select({ reason: refunds.reason }).from(refunds).where(eq(refunds.id, paymentId))
  return refund?.reason === 'own_ride' ? paymentsText.paidForOverlappingRide : paymentsText.paidTooLate
}

// Attempts reported by the provider have a `payment_id` and are not counted.
const RECORD_FAILURE = `
INSERT INTO payments (id, booking_id, status, reason, created_at)
SELECT :id, :booking, :status, :reason, :now
 WHERE (SELECT count(*) FROM payments WHERE booking_id = :booking AND payment_id IS NULL) < ${REPORTED_ATTEMPTS_MAX}
    ON CONFLICT DO NOTHING`

/**
 * Records a failure reported by the browser, up to a limit per booking. The booking stays Pending, because the bank can
 * still approve the payment.
 *
 * A dismissed dialog shortens the hold. A paid booking never changes here.
 */
export const recordPaymentFailure = implement(contract.recordPaymentFailure, async ({ body }, rider, { now }) => {
  await limitPaymentReports('failed', rider.id, now)
  const booking = await findPaymentSession(body.session_id, rider.id)
  // A hold may end while its payment dialog is open, so failures of ended holds are recorded too.
  if (!PAYABLE_STATES.includes(booking.state)) throw refusal('no_payment_expected')
  const isDismissed = body.error_description === contract.DISMISSED_BY_RIDER
  const status = isDismissed ? 'dismissed' : 'failed'
  const attempt = { booking: booking.id, id: newId(), now: secondsOf(now), reason: body.error_description, status }
  await runIdempotent([RECORD_FAILURE], attempt)
  if (isDismissed) await shortenHold(booking.id, new Date(now.getTime() + DISMISSED_HOLD_SECONDS * SECOND_MS), now)
  return {
    booking_id: booking.id,
    message: paymentsText.attemptRecorded,
    payment_status: paymentStatusOf(booking, now),
    success: true
  }
})
