import { and, eq } from 'drizzle-orm'
import type { paymentFailed, paymentSucceeded } from '#contract/bookings.ts'
import { type BookingState, paymentStatusOf } from '#domain/booking-status.ts'
import { CURRENCY, DISMISSED_HOLD_SECONDS } from '#domain/constants.ts'
import { paiseOf, rupeesOf } from '#domain/pricing.ts'
import * as text from '#messages/booking.ts'
import { db } from './db/client.ts'
import { bookings, payments } from './db/schema.ts'
import { badGateway, badRequest, notFound } from './errors.ts'
import type { Operation } from './http.ts'
import { newId } from './ids.ts'
import { provider } from './payments.ts'
import { review, settle } from './settle.ts'
import { shortenHold } from './slots.ts'

// Somebody else's payment session is not there, as far as this caller may know.
async function paymentSession(session_id: string, user_id: string) {
  const [booking] = await db
    .select()
    .from(bookings)
    .where(and(eq(bookings.id, session_id), eq(bookings.user_id, user_id)))
  if (!booking) throw notFound(text.paymentSessionNotFound)
  return booking
}

const MESSAGE_OF: Partial<Record<BookingState, string>> = {
  confirmed: text.confirmed,
  refund_due: text.paidTooLate,
  refunded: text.paidTooLate
}

/** The signature is checked over our own order, the money with the provider; then the booking is settled, as often as asked. */
export const confirmPayment: Operation<typeof paymentSucceeded> = async ({ body }, rider, { now }) => {
  const booking = await paymentSession(body.session_id, rider.id)
  const { order_id } = booking
  if (order_id === null || order_id !== body.razorpay_order_id) throw badRequest(text.orderMismatch)
  const signed = { order_id, payment_id: body.razorpay_payment_id, signature: body.razorpay_signature }
  if (!(await provider.verifies(signed))) throw badRequest(text.signatureMismatch)
  const payment = await provider.fetchPayment(body.razorpay_payment_id)
  if (!payment || payment.order_id !== order_id) throw badRequest(text.signatureMismatch)
  if (payment.status === 'failed' || payment.status === 'authorized') throw badGateway(text.signatureMismatch)
  const captured = { amount: rupeesOf(payment.amount), id: payment.id }
  if (payment.amount !== paiseOf(booking.amount) || payment.currency !== CURRENCY) {
    await review(booking, captured, now)
    throw badRequest(text.paymentInReview)
  }
  const { state } = await settle(booking, captured, now)
  return {
    booking_id: booking.id,
    message: MESSAGE_OF[state] ?? '',
    payment_status: paymentStatusOf({ hold_until: null, settling: false, state }, now),
    success: state === 'confirmed'
  }
}

/**
 * Records what the browser tells and keeps the booking Pending (decision 31): a bank can still say yes. A dismissed
 * dialog shortens the hold; nothing here touches a booking that is paid.
 */
export const recordFailure: Operation<typeof paymentFailed> = async ({ body }, rider, { now }) => {
  const booking = await paymentSession(body.session_id, rider.id)
  const isDismissed = body.error_description === text.cancelledByUser
  await db.insert(payments).values({
    booking_id: booking.id,
    created_at: now,
    id: newId(),
    reason: body.error_description,
    status: isDismissed ? 'dismissed' : 'failed'
  })
  if (isDismissed) await shortenHold(booking.id, new Date(now.getTime() + DISMISSED_HOLD_SECONDS * 1000), now)
  return {
    booking_id: booking.id,
    message: text.attemptRecorded,
    payment_status: paymentStatusOf(booking, now),
    success: true
  }
}
