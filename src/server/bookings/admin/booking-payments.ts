import { desc, eq } from 'drizzle-orm'
import * as contract from '#contract/bookings/admin-bookings.ts'
import { rupeesOf } from '#domain/catalogue/pricing.ts'
import { db } from '#server/db/client.ts'
import { type BookingRow, bookings } from '#server/db/schema/bookings.ts'
import { payments } from '#server/db/schema/payments.ts'
import { implement } from '#server/http/operation.ts'
import { disputesOfBooking } from '#server/payments/disputes/admin-disputes.ts'
import { reconcileOrRefuse } from '#server/payments/reconcile.ts'
import { refundsOfBooking } from '#server/payments/refunds/admin-refunds.ts'
import { refusal } from '#server/runtime/refusal.ts'

// Payments of one booking, as admins see them.

export async function bookingById(id: string): Promise<BookingRow> {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  if (!booking) throw refusal('booking_not_found')
  return booking
}

export const getBookingPayments = implement(contract.getBookingPayments, async ({ params: { id } }, _, { now }) =>
  loadBookingPayments(await bookingById(id), now)
)

/** Reconciles the booking at once, without waiting for the cron. Throws 502 if the provider does not answer. */
export const reconcileBooking = implement(contract.reconcileBooking, async ({ params: { id } }, _, { now }) => {
  const booking = await bookingById(id)
  await reconcileOrRefuse(booking, 'provider_unreachable', now)
  return loadBookingPayments(booking, now)
})

export async function loadBookingPayments({ id, order_id }: BookingRow, now: Date) {
  const [attempts, disputes, refunds] = await Promise.all([
    db.select().from(payments).where(eq(payments.booking_id, id)).orderBy(desc(payments.created_at)),
    disputesOfBooking(id, now),
    refundsOfBooking(id, now)
  ])
  return {
    attempts: attempts.map(({ created_at, currency, paise, payment_id, reason, status }) => ({
      amount: paise === null ? null : rupeesOf(paise),
      created_at: created_at.toISOString(),
      currency,
      payment_id,
      reason,
      status
    })),
    disputes,
    order_id,
    refunds
  }
}
