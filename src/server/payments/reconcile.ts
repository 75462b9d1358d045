import type { BookingRow } from '#server/db/schema/bookings.ts'
import { logError } from '#server/runtime/log.ts'
import { ProviderError } from '#server/runtime/outgoing.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { clearSettling } from '#server/slots/hold-deadlines.ts'
import { applyPayment, matchesOrder } from './apply-payment.ts'
import { provider } from './provider/current-provider.ts'
import type { ProviderPayment } from './provider/provider.ts'

// Compares a booking's order with what the provider knows about it.

/** Payments that may still be captured. Captured and refunded ones need no further wait. */
const OPEN_STATUSES: readonly ProviderPayment['status'][] = ['authorized', 'created']

/** Fetches all payments of the booking's order and applies each of them. */
export async function reconcile(booking: BookingRow, now: Date): Promise<void> {
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
  if (booking.settling && !isAwaited) {
    await clearSettling(booking.id, now)
  }
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
