import { and, eq, isNotNull, lte } from 'drizzle-orm'
import type { BookingState } from '#domain/bookings/booking-status.ts'
import { RECONCILE_WINDOW_SECONDS } from '#domain/constants.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time/time-units.ts'
import { db, prepareNamed } from '#server/db/client.ts'
import { type BookingRow, bookings } from '#server/db/schema/bookings.ts'
import { secondsOf } from '#server/db/sql.ts'
import { isDue, logWithBackoff, processWithRetries, retryAtSql, stopOnOutage } from '#server/jobs/retries.ts'
import { logError } from '#server/runtime/log.ts'
import { ProviderError } from '#server/runtime/outgoing.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { clearSettling } from '#server/slots/hold-deadlines.ts'
import { applyPayment, matchesOrder } from './apply-payment.ts'
import { type ProviderPayment, provider } from './provider/provider.ts'

// Compares a booking's order with what the provider knows about it.

/** Payments that may still be captured. Captured and refunded ones need no further wait. */
const OPEN_STATUSES: readonly ProviderPayment['status'][] = ['authorized', 'created']

/** Fetches all payments of the booking's order and applies each of them. */
async function reconcile(booking: BookingRow, now: Date): Promise<void> {
  if (booking.order_id === null) return
  const { payments, unreadable } = await provider().paymentsFor(booking.order_id)
  // The provider captures only one payment per order. Other authorisations are released by the bank.
  let isPaid = payments.some(({ captured, status }) => captured || status === 'captured')
  for (const payment of payments) {
    if (payment.status === 'authorized' && isPaid) continue
    const { outcome } = await applyPayment({ booking, now, payment })
    isPaid ||= outcome === 'applied'
  }
  // The state of these payments is unknown. Throw before ending the hold, so the cron checks again.
  if (unreadable.length > 0) throw new ProviderError('invalid_response', `Cannot read payment ${unreadable.join(', ')}`)
  const isAwaited = payments.some(payment => OPEN_STATUSES.includes(payment.status) && matchesOrder(booking, payment))
  if (booking.settling && !isAwaited) await clearSettling(booking.id, now)
}

/** Reconciles while a person waits. Throws the refusal `code` if the provider does not answer. */
export async function reconcileOrRefuse(
  booking: BookingRow,
  code: 'order_failed' | 'payment_being_confirmed' | 'provider_unreachable',
  now: Date
): Promise<void> {
  await reconcile(booking, now).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    logError('order_check_failed', { booking_id: booking.id, message: error.message, order_id: booking.order_id })
    throw refusal(code)
  })
}

// The cron part of reconciliation. It works even if the browser and the webhook never report back.

const SLOW_CHECK_MS = 15 * MINUTE_MS

/**
 * When to check an order next, or null to stop. Held: after a minute. Expired or refunded: after half of its age.
 * Confirmed: the same, at least 15 minutes. Released: after its full age, at least 15 minutes.
 */
export function nextCheckAt({ created_at, state }: { created_at: Date; state: BookingState }, now: Date): Date | null {
  const age = now.getTime() - created_at.getTime()
  if (age >= RECONCILE_WINDOW_SECONDS * SECOND_MS) return null
  return new Date(now.getTime() + checkDelayMs(age, state))
}

function checkDelayMs(age: number, state: BookingState): number {
  if (state === 'held') return MINUTE_MS
  if (state === 'released') return Math.max(SLOW_CHECK_MS, age)
  return Math.max(state === 'confirmed' ? SLOW_CHECK_MS : MINUTE_MS, age / 2)
}

const ORDERS_PER_RUN = 100

/**
 * Checks due orders and returns how many were checked, at most `ORDERS_PER_RUN`. Settling bookings come first; then
 * every rider gets one order before any gets a second.
 *
 * Within a turn, held bookings precede ended ones and confirmed ones are last.
 */
export async function reconcileDueOrders(now: Date, clock: () => Date): Promise<number> {
  return processWithRetries(await dueOrders(now), {
    errorEvent: 'order_check_failed',
    idOf: ({ id }) => id,
    shouldStop: stopOnOutage(),
    list: 'orders',
    logFields: logFieldsOf,
    now,
    process: ({ id }) => checkOrder(id, now, clock)
  })
}

/** Reads the booking again, because it may have changed or another run may have checked it since the list was read. */
async function checkOrder(id: string, now: Date, clock: () => Date): Promise<void> {
  const [booking] = await db
    .select()
    .from(bookings)
    .where(and(eq(bookings.id, id), isDueBy(now)))
  if (!booking) return
  await reconcile(booking, clock()).catch((error: unknown) => {
    // A refusal is final: the provider does not know this order.
    if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error
    const { message } = error
    const fields = { ...logFieldsOf(booking), item: id, list: 'orders', message }
    return logWithBackoff(`${booking.order_id}: ${message}`, now, () => logError('order_check_failed', fields))
  })
  const [{ state } = booking] = await db.select({ state: bookings.state }).from(bookings).where(eq(bookings.id, id))
  await db
    .update(bookings)
    .set({ checks: booking.checks + 1, next_check_at: nextCheckAt({ created_at: booking.created_at, state }, now) })
    .where(and(eq(bookings.id, id), eq(bookings.checks, booking.checks)))
}

const isDueBy = (now: Date) => and(isNotNull(bookings.next_check_at), lte(bookings.next_check_at, now))

// Orders that failed last time come last, so they cannot stop a run before the others are checked.
const SELECT_DUE = `
WITH due AS (
SELECT id, order_id, user_id, settling, next_check_at, ${retryAtSql('orders', 'bookings.id')} IS NOT NULL AS has_failed,
       CASE state WHEN 'held' THEN 1 WHEN 'confirmed' THEN 3 ELSE 2 END AS state_rank
  FROM bookings
 WHERE next_check_at <= :now AND ${isDue('orders', 'bookings.id')}),
     ranked AS (
SELECT *, row_number() OVER (PARTITION BY user_id ORDER BY has_failed, settling DESC, state_rank, next_check_at) AS turn FROM due)
SELECT id, order_id FROM ranked ORDER BY has_failed, settling DESC, turn, state_rank, next_check_at LIMIT ${ORDERS_PER_RUN}`

interface DueOrder {
  id: string
  order_id: string | null
}

const logFieldsOf = ({ id, order_id }: DueOrder) => ({ booking_id: id, order_id })

async function dueOrders(now: Date): Promise<DueOrder[]> {
  const { results } = await prepareNamed(SELECT_DUE, { now: secondsOf(now) }).all<DueOrder>()
  return results
}
