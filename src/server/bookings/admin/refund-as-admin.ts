import { eq } from 'drizzle-orm'
import * as contract from '#contract/bookings/admin-bookings.ts'
import { paiseOf, rupeesOf, rupeesText } from '#domain/catalogue/pricing.ts'
import { conditionalActivityInsert } from '#server/activity/activity.ts'
import { d1, db, prepareNamed } from '#server/db/client.ts'
import { refunds } from '#server/db/schema/payments.ts'
import { secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { assertDisputeOverride } from '#server/payments/disputes/dispute-override.ts'
import { unrefundedPaise } from '#server/payments/refunds/insert-refund.ts'
import { newId } from '#server/runtime/crypto.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { bookingById, loadBookingPayments } from './booking-payments.ts'

/** SQL: the refund is new, and so much is left of the payment of a paid or cancelled booking. */
const CAN_REFUND = `NOT EXISTS (SELECT 1 FROM refunds WHERE id = :refund)
   AND EXISTS (SELECT 1 FROM bookings WHERE id = :booking AND state IN ('confirmed', 'cancelled') AND payment_id = :payment)
   AND ${unrefundedPaise(':payment')} >= :paise`

const INSERT_GOODWILL = `
INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, note, created_at)
SELECT :refund, :payment, :booking, :paise, 'goodwill', 'due', :note, :now WHERE ${CAN_REFUND}`

/** Refunds a part of the payment. The booking does not change. */
export const refundBooking = implement(contract.refundBooking, async ({ body, params: { id } }, admin, { now }) => {
  const booking = await bookingById(id)
  const { payment_id, state } = booking
  if (payment_id === null || (state !== 'confirmed' && state !== 'cancelled')) throw refusal('nothing_to_refund')
  const { detail, statements } = await assertDisputeOverride([payment_id], body.despite_dispute)
  const refundId = body.id ?? newId()
  const entry = {
    action: 'refund_booking',
    detail: [rupeesText(body.amount), body.reason, detail].filter(Boolean).join(' · '),
    subject: id
  } as const
  const params = {
    booking: id,
    note: body.reason,
    now: secondsOf(now),
    paise: paiseOf(body.amount),
    payment: payment_id,
    refund: refundId
  }
  await d1.batchIdempotent([
    conditionalActivityInsert(entry, { admin, now, when: CAN_REFUND }, params),
    prepareNamed(INSERT_GOODWILL, params),
    ...statements
  ])
  const [refund] = await db.select().from(refunds).where(eq(refunds.id, refundId))
  if (!refund) throw refusal('refund_too_high', rupeesText(await unrefundedRupees(payment_id)))
  return loadBookingPayments(booking, now)
})

async function unrefundedRupees(paymentId: string): Promise<number> {
  const query = prepareNamed(`SELECT ${unrefundedPaise(':payment')} AS paise`, { payment: paymentId })
  return Math.floor(rupeesOf((await query.first<number>('paise')) ?? 0))
}
