import { and, eq } from 'drizzle-orm'
import * as contract from '#contract/bookings/create-booking.ts'
import { paymentStatusOf } from '#domain/bookings/booking-status.ts'
import { db } from '#server/db/client.ts'
import { type BookingRow, bookings } from '#server/db/schema/bookings.ts'
import { implement } from '#server/http/operation.ts'
import { limitResumes } from '#server/http/rate-limits.ts'
import { isFirstWithin, throttleKey } from '#server/http/throttle.ts'
import { waitForOrder } from '#server/payments/orders.ts'
import { checkoutOrder } from '#server/payments/provider/current-provider.ts'
import { reconcileOrRefuse } from '#server/payments/reconcile.ts'
import { refusal } from '#server/runtime/refusal.ts'

/** An order is not reconciled again within this time. */
const ORDER_RECHECK_SECONDS = 5

async function findUnpaidBooking(id: string, userId: string): Promise<BookingRow> {
  const [booking] = await db
    .select()
    .from(bookings)
    .where(and(eq(bookings.id, id), eq(bookings.user_id, userId)))
  if (!booking) throw refusal('booking_not_found')
  if (booking.state === 'confirmed') throw refusal('already_paid')
  return booking
}

/**
 * 'Complete Payment'. Reconciles with the provider first, because the order may already be paid. Then returns the same
 * order while the hold lives, else refuses.
 *
 * The provider is queried at most once within `ORDER_RECHECK_SECONDS`. The webhook or the cron finds payments made in
 * that interval, and an order can be paid only once.
 */
export const resumePayment = implement(contract.resumePayment, async ({ params: { id } }, rider, { clock, now }) => {
  await limitResumes(rider.id, id, now)
  const stored = await findUnpaidBooking(id, rider.id)
  if (await isFirstWithin(throttleKey('order checked', id), ORDER_RECHECK_SECONDS, now))
    await reconcileOrRefuse(stored, stored.settling ? 'payment_being_confirmed' : 'order_failed', now)
  const booking = await findUnpaidBooking(id, rider.id)
  if (paymentStatusOf(booking, now) !== 'Pending') throw refusal('hold_expired')
  if (booking.settling) throw refusal('payment_being_confirmed')
  const { amount, hold_until, order_id } = booking
  return order_id === null ? waitForOrder(id, clock) : checkoutOrder({ amount, hold_until, id, order_id }, clock())
})
