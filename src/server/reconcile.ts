import { and, asc, desc, eq, isNotNull, lte } from 'drizzle-orm'
import { type BookingState, paymentStatusOf } from '#domain/booking-status.ts'
import { CURRENCY, HOLD_SECONDS, RECONCILED_SECONDS } from '#domain/constants.ts'
import { paiseOf } from '#domain/pricing.ts'
import { d1, db, secondsOf } from './db/client.ts'
import { bookings } from './db/schema.ts'
import { stopWaiting } from './hold-time.ts'
import { complain } from './log.ts'
import { ProviderError, type ProviderPayment } from './payment-provider.ts'
import { provider, refundOf } from './payments.ts'
import { type Also, review, settle, settleRefund } from './settle.ts'

// Whatever tells of a payment, the browser, a webhook, the cron or an admin, ends here, in the one SETTLE.

export type Booking = typeof bookings.$inferSelect

/** What a payment has come to, seen from its booking. */
export type Taken =
  | { outcome: 'settled'; state: BookingState; payment_id: string | null }
  /** Another amount or currency than the order's: an admin decides. */
  | { outcome: 'in_review' }
  /** The bank has promised the money after the hold: nobody takes it, and it goes back by itself. */
  | { outcome: 'promised_late' }
  /** The bank has not said yet. */
  | { outcome: 'open' }
  | { outcome: 'failed' }

/** What a payment does to its booking, as often as it is told; money that is only promised is taken while the hold lives. */
export async function takePayment(
  booking: Booking,
  payment: ProviderPayment,
  now: Date,
  also: Also = []
): Promise<Taken> {
  switch (payment.status) {
    case 'captured':
      return takeCaptured(booking, payment, now, also)
    case 'refunded':
      if (!payment.captured) return { outcome: 'promised_late' }
      return takeRefunded(booking, payment, now, also)
    case 'authorized':
      if (paymentStatusOf(booking, now) !== 'Pending') return { outcome: 'promised_late' }
      return takeCaptured(booking, await provider().capture(payment), now, also)
    case 'created':
      return { outcome: 'open' }
    case 'failed':
      await recordRefusal(booking, payment, now, also)
      return { outcome: 'failed' }
  }
}

async function takeCaptured(booking: Booking, payment: ProviderPayment, now: Date, also: Also): Promise<Taken> {
  if (payment.amount !== paiseOf(booking.amount) || payment.currency !== CURRENCY) {
    complain('payment_not_as_ordered', {
      amount: payment.amount,
      booking_id: booking.id,
      currency: payment.currency,
      payment_id: payment.id
    })
    await review(booking, payment, now, also)
    return { outcome: 'in_review' }
  }
  return { outcome: 'settled', ...(await settle(booking, payment, now, also)) }
}

/** The provider calls a payment refunded as soon as it is asked to; the money is back when it says so of the refund. */
async function takeRefunded(booking: Booking, payment: ProviderPayment, now: Date, also: Also): Promise<Taken> {
  const refund = await refundOf(payment.id)
  if (refund?.status === 'processed') await settleRefund(booking, { ...payment, refund_id: refund.id }, now, also)
  return { outcome: 'settled', ...(await stateOf(booking.id)) }
}

async function stateOf(id: string) {
  const [booking] = await db
    .select({ payment_id: bookings.payment_id, state: bookings.state })
    .from(bookings)
    .where(eq(bookings.id, id))
  return { payment_id: booking?.payment_id ?? null, state: booking?.state ?? 'held' }
}

const RECORD_REFUSAL = `
INSERT INTO payments (id, booking_id, payment_id, status, reason, created_at)
VALUES (?1 || '-failed', ?2, ?1, 'failed', ?3, ?4)
    ON CONFLICT DO NOTHING`

/** An attempt is written down once; it changes nothing, for the next may succeed. */
async function recordRefusal(booking: Booking, { id, reason }: ProviderPayment, now: Date, also: Also): Promise<void> {
  await d1.batchAgain([...also, d1.prepare(RECORD_REFUSAL).bind(id, booking.id, reason, secondsOf(now))])
}

/** Money that may still come; what has come, or has gone back, is waited for no longer. */
const OPEN: readonly ProviderPayment['status'][] = ['authorized', 'created']

/** Asks the provider what was paid for a booking's order, and settles all of it. */
export async function reconcile(booking: Booking, now: Date): Promise<void> {
  if (booking.order_id === null) return
  const attempts = await provider().paymentsFor(booking.order_id)
  // The provider takes one payment for an order: a promise beside it is not to be had, and goes back by itself.
  let isPaid = attempts.some(({ captured, status }) => captured || status === 'captured')
  for (const attempt of attempts) {
    const isPromise = attempt.status === 'authorized'
    if (isPromise && isPaid) continue
    await takePayment(booking, attempt, now)
    isPaid ||= isPromise
  }
  const isOpen = attempts.some(({ status }) => OPEN.includes(status))
  if (booking.settling && !isOpen) {
    await stopWaiting(booking.id, new Date(booking.created_at.getTime() + HOLD_SECONDS * 1000), now)
  }
}

const MINUTE_MS = 60_000
const SELDOM_MS = 15 * MINUTE_MS

/**
 * While somebody may be paying, every minute; then ever more seldom, each time after half of what has passed, until no
 * bank can come up with anything any more (razorpay.md, late authorisation). Null: never again.
 */
export function nextCheck({ created_at, state }: { created_at: Date; state: BookingState }, now: Date): Date | null {
  const age = now.getTime() - created_at.getTime()
  if (age >= RECONCILED_SECONDS * 1000) return null
  const least = state === 'confirmed' ? SELDOM_MS : MINUTE_MS
  const pause = state === 'held' ? MINUTE_MS : Math.max(least, age / 2)
  return new Date(now.getTime() + pause)
}

const ORDERS_AT_ONCE = 100
const UNKNOWN_AT_MOST = 2

/**
 * The cron's part: works when no browser and no webhook ever comes back. Holds that wait for the provider's word come
 * first, what is confirmed already last. A provider that is busy, or has no answer for two of them, is left alone until
 * the next minute; for one, it may be the order. A refusal is an answer. Tells how many were due.
 */
export async function reconcileDue(now: Date): Promise<number> {
  const due = await db
    .select()
    .from(bookings)
    .where(and(isNotNull(bookings.next_check_at), lte(bookings.next_check_at, now)))
    .orderBy(desc(bookings.settling), asc(eq(bookings.state, 'confirmed')), asc(bookings.next_check_at))
    .limit(ORDERS_AT_ONCE)
  let unknown = 0
  for (const booking of due) {
    const trouble = await troubleIn(reconcile(booking, now))
    const isUnknown = trouble !== null && trouble.trouble !== 'refused'
    const next_check_at = isUnknown ? new Date(now.getTime() + MINUTE_MS) : nextCheck(booking, now)
    await db
      .update(bookings)
      .set({ checks: booking.checks + 1, next_check_at })
      .where(and(eq(bookings.id, booking.id), eq(bookings.checks, booking.checks)))
    if (trouble) complain('order_not_checked', { message: trouble.message, order_id: booking.order_id })
    if (isUnknown) unknown += 1
    if (trouble?.trouble === 'busy' || unknown === UNKNOWN_AT_MOST) break
  }
  return due.length
}

async function troubleIn(work: Promise<void>): Promise<ProviderError | null> {
  return work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ProviderError) return error
      throw error
    }
  )
}
