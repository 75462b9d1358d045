import { eq } from 'drizzle-orm'
import { type BookingState, paymentStatusOf } from '#domain/booking-status.ts'
import { CURRENCY } from '#domain/constants.ts'
import { paiseOf } from '#domain/pricing.ts'
import { stopSettling } from '#server/bookings/hold-expiry.ts'
import { d1, db } from '#server/db/client.ts'
import { secondsOf } from '#server/db/instants.ts'
import { bookings } from '#server/db/schema.ts'
import { logError } from '#server/runtime/log.ts'
import { provider, refundProgress } from './current-provider.ts'
import { ProviderError, type ProviderPayment } from './provider.ts'
import { type ExtraStatements, moveToReview, settle, settleRefund } from './settle.ts'

// Whatever tells of a payment, the browser, a webhook, the cron or an admin, ends here, in the one SETTLE.

export type Booking = typeof bookings.$inferSelect

/** What a payment has come to, seen from its booking. */
export type PaymentResult =
  | { outcome: 'settled'; state: BookingState; payment_id: string | null }
  /** Another amount or currency than the order's: an admin decides. */
  | { outcome: 'in_review' }
  /** The bank has promised the money after the hold: nobody takes it, and it goes back by itself. */
  | { outcome: 'promised_late' }
  /** The bank has promised another amount or currency than the order's: the same. */
  | { outcome: 'promised_wrong' }
  /** The bank has not said yet. */
  | { outcome: 'open' }
  | { outcome: 'failed' }

/** What a payment does to its booking, as often as it is told; money that is only promised is taken while the hold lives. */
export async function applyPayment(
  booking: Booking,
  payment: ProviderPayment,
  now: Date,
  extraStatements: ExtraStatements = []
): Promise<PaymentResult> {
  switch (payment.status) {
    case 'captured':
      return applyCaptured(booking, payment, now, extraStatements)
    case 'refunded':
      if (!payment.captured) return { outcome: 'promised_late' }
      return applyRefunded(booking, payment, now, extraStatements)
    case 'authorized':
      if (paymentStatusOf(booking, now) !== 'Pending') return { outcome: 'promised_late' }
      if (!matchesOrder(booking, payment)) return { outcome: 'promised_wrong' }
      return applyCaptured(booking, await provider().capture(payment), now, extraStatements)
    case 'created':
      return { outcome: 'open' }
    case 'failed':
      await recordFailedPayment(booking, payment, now, extraStatements)
      return { outcome: 'failed' }
  }
}

function matchesOrder(booking: Booking, { amount, currency }: ProviderPayment): boolean {
  return amount === paiseOf(booking.amount) && currency === CURRENCY
}

async function applyCaptured(
  booking: Booking,
  payment: ProviderPayment,
  now: Date,
  extraStatements: ExtraStatements
): Promise<PaymentResult> {
  if (!matchesOrder(booking, payment)) {
    const isNew = await moveToReview(booking, payment, now, extraStatements)
    if (isNew) {
      logError('payment_not_as_ordered', {
        amount: payment.amount,
        booking_id: booking.id,
        currency: payment.currency,
        payment_id: payment.id
      })
    }
    return { outcome: 'in_review' }
  }
  return { outcome: 'settled', ...(await settle(booking, payment, now, extraStatements)) }
}

/** What the provider calls refunded may still be on its way, whole or in part, and may fail. */
async function applyRefunded(
  booking: Booking,
  payment: ProviderPayment,
  now: Date,
  extraStatements: ExtraStatements
): Promise<PaymentResult> {
  const { last, state } = await refundProgress(payment)
  if (state === 'whole') await settleRefund(booking, { ...payment, refund_id: last?.id ?? null }, now, extraStatements)
  return { outcome: 'settled', ...(await stateOf(booking.id)) }
}

async function stateOf(id: string) {
  const [booking] = await db
    .select({ payment_id: bookings.payment_id, state: bookings.state })
    .from(bookings)
    .where(eq(bookings.id, id))
  return { payment_id: booking?.payment_id ?? null, state: booking?.state ?? 'held' }
}

const RECORD_FAILED_PAYMENT = `
INSERT INTO payments (id, booking_id, payment_id, status, reason, created_at)
VALUES (?1 || '-failed', ?2, ?1, 'failed', ?3, ?4)
    ON CONFLICT DO NOTHING`

/** An attempt is written down once; it changes nothing, for the next may succeed. */
async function recordFailedPayment(
  booking: Booking,
  { id, reason }: ProviderPayment,
  now: Date,
  extraStatements: ExtraStatements
): Promise<void> {
  await d1.batchIdempotent([
    ...extraStatements,
    d1.prepare(RECORD_FAILED_PAYMENT).bind(id, booking.id, reason, secondsOf(now))
  ])
}

/** Money that may still come; what has come, or has gone back, is waited for no longer. */
const OPEN_STATUSES: readonly ProviderPayment['status'][] = ['authorized', 'created']

/** Asks the provider what was paid for a booking's order, and settles all of it. */
export async function reconcile(booking: Booking, now: Date): Promise<void> {
  if (booking.order_id === null) return
  const { payments, unreadable } = await provider().paymentsFor(booking.order_id)
  // The provider takes one payment for an order: a promise beside it is not to be had, and goes back by itself.
  let isPaid = payments.some(({ captured, status }) => captured || status === 'captured')
  for (const payment of payments) {
    if (payment.status === 'authorized' && isPaid) continue
    const { outcome } = await applyPayment(booking, payment, now)
    isPaid ||= outcome === 'settled'
  }
  // Nobody knows what has become of these: it is asked again, and no hold is ended meanwhile.
  if (unreadable.length > 0) throw new ProviderError('unreadable', `Cannot read payment ${unreadable.join(', ')}`)
  const isAwaited = payments.some(payment => OPEN_STATUSES.includes(payment.status) && matchesOrder(booking, payment))
  if (booking.settling && !isAwaited) {
    await stopSettling(booking.id, now)
  }
}
