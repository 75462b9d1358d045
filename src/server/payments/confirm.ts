import { and, eq } from 'drizzle-orm'
import type { paymentFailed, paymentSucceeded } from '#contract/bookings/bookings.ts'
import { type BookingState, paymentStatusOf } from '#domain/booking-status.ts'
import { ATTEMPTS_TOLD_MAX, DISMISSED_HOLD_SECONDS, SETTLING_SECONDS } from '#domain/constants.ts'
import * as text from '#messages/booking.ts'
import { awaitWord, shortenHold } from '#server/bookings/hold-expiry.ts'
import { d1, db, secondsOf } from '#server/db/client.ts'
import { bookings, refunds } from '#server/db/schema.ts'
import { badRequest, notFound } from '#server/http/errors.ts'
import type { Operation } from '#server/http/handle.ts'
import { limitPaymentCalls } from '#server/http/rate-limits.ts'
import { newId } from '#server/runtime/ids.ts'
import { complain } from '#server/runtime/log.ts'
import { provider } from './current-provider.ts'
import { ProviderError } from './provider.ts'
import { type Booking, type Taken, takePayment } from './reconcile.ts'

// Somebody else's payment session is not there, as far as this caller may know.
async function paymentSession(session_id: string, user_id: string): Promise<Booking> {
  const [booking] = await db
    .select()
    .from(bookings)
    .where(and(eq(bookings.id, session_id), eq(bookings.user_id, user_id)))
  if (!booking) throw notFound(text.paymentSessionNotFound)
  return booking
}

/** The signature is checked over our own order, the money with the provider; then the booking is settled, as often as asked. */
export const confirmPayment: Operation<typeof paymentSucceeded> = async ({ body }, rider, { now }) => {
  await limitPaymentCalls(rider.id, now)
  const booking = await paymentSession(body.session_id, rider.id)
  const { order_id } = booking
  if (order_id === null || order_id !== body.razorpay_order_id) throw badRequest(text.orderMismatch)
  const { razorpay_payment_id: payment_id, razorpay_signature: signature } = body
  if (!(await provider().verifies({ order_id, payment_id, signature }))) {
    complain('payment_not_signed', { booking_id: booking.id })
    throw badRequest(text.signatureMismatch)
  }
  const taken = await askedAndTaken(booking, payment_id, now)
  if (taken.outcome === 'in_review') throw badRequest(text.paymentInReview)
  if (taken.outcome === 'failed') throw badRequest(text.notPaid)
  if (taken.outcome === 'open') await awaitWord(booking.id, new Date(now.getTime() + SETTLING_SECONDS * 1000), now)
  return {
    booking_id: booking.id,
    message: await messageFor(taken, payment_id),
    payment_status:
      taken.outcome === 'settled'
        ? paymentStatusOf({ hold_until: null, settling: false, state: taken.state }, now)
        : paymentStatusOf(booking, now),
    success: taken.outcome === 'settled' && taken.state === 'confirmed'
  }
}

/** Whatever the provider does not say now is open: the money may have gone, so the rider is not asked for it again. */
async function askedAndTaken(booking: Booking, payment_id: string, now: Date): Promise<Taken> {
  const asked = async () => {
    const payment = await provider().fetchPayment(payment_id)
    if (payment.order_id !== booking.order_id) throw badRequest(text.signatureMismatch)
    return takePayment(booking, payment, now)
  }
  return asked().catch((error: unknown): Taken => {
    if (!(error instanceof ProviderError)) throw error
    complain('payment_not_checked', { message: error.message, payment_id })
    return { outcome: 'open' }
  })
}

const REFUND_OWED: readonly BookingState[] = ['refund_due', 'refunded']

async function messageFor(taken: Taken, payment_id: string): Promise<string> {
  if (taken.outcome === 'open') return text.beingConfirmed
  if (taken.outcome === 'promised_wrong') return text.promisedWrong
  if (taken.outcome !== 'settled') return text.promisedTooLate
  if (taken.state === 'confirmed') return taken.payment_id === payment_id ? text.confirmed : text.paidTwice
  if (!REFUND_OWED.includes(taken.state)) return text.paymentReturned
  const [refund] = await db.select({ reason: refunds.reason }).from(refunds).where(eq(refunds.payment_id, payment_id))
  return refund?.reason === 'own_ride' ? text.paidForOwnRide : text.paidTooLate
}

/** States in which an attempt can still be made, or have failed a moment ago: a hold may end while its dialog is open. */
const PAYABLE: readonly BookingState[] = ['held', 'expired', 'released']

// What the provider tells itself has a payment's id, and is not counted.
const RECORD_FAILURE = `
INSERT INTO payments (id, booking_id, status, reason, created_at)
SELECT ?1, ?2, ?3, ?4, ?5
 WHERE (SELECT count(*) FROM payments WHERE booking_id = ?2 AND payment_id IS NULL) < ${ATTEMPTS_TOLD_MAX}
    ON CONFLICT DO NOTHING`

/**
 * Records what the browser tells, up to a number for each booking, and keeps the booking Pending (decision 31): a bank can
 * still say yes. A dismissed dialog shortens the hold; nothing here touches a booking that is paid.
 */
export const recordFailure: Operation<typeof paymentFailed> = async ({ body }, rider, { now }) => {
  await limitPaymentCalls(rider.id, now)
  const booking = await paymentSession(body.session_id, rider.id)
  if (!PAYABLE.includes(booking.state)) throw badRequest(text.noPaymentExpected)
  const isDismissed = body.error_description === text.cancelledByUser
  const status = isDismissed ? 'dismissed' : 'failed'
  await d1.batchAgain([
    d1.prepare(RECORD_FAILURE).bind(newId(), booking.id, status, body.error_description, secondsOf(now))
  ])
  if (isDismissed) await shortenHold(booking.id, new Date(now.getTime() + DISMISSED_HOLD_SECONDS * 1000), now)
  return {
    booking_id: booking.id,
    message: text.attemptRecorded,
    payment_status: paymentStatusOf(booking, now),
    success: true
  }
}
