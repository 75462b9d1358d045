import { eq } from 'drizzle-orm'
import * as contract from '#contract/bookings/admin-bookings.ts'
import { paiseOf, rupeesOf, rupeesText } from '#domain/pricing.ts'
import { auditStatement } from '#server/admin/audit-log.ts'
import { d1, db } from '#server/db/client.ts'
import { secondsOf } from '#server/db/instants.ts'
import { refunds } from '#server/db/schema.ts'
import { implement } from '#server/http/operation.ts'
import { assertDisputeOverride } from '#server/payments/disputes/acknowledgement.ts'
import { unrefundedPaise } from '#server/payments/refunds/insert-refund.ts'
import { refusal } from '#server/runtime/errors.ts'
import { newId } from '#server/runtime/ids.ts'
import { bookingById, bookingPayments } from './booking-payments.ts'

/** SQL: the refund is new, and so much is left of the payment of a paid or cancelled booking. ?1 is the refund's id. */
const CAN_REFUND = `NOT EXISTS (SELECT 1 FROM refunds WHERE id = ?1)
   AND EXISTS (SELECT 1 FROM bookings WHERE id = ?2 AND state IN ('confirmed', 'cancelled') AND payment_id = ?3)
   AND ${unrefundedPaise('?3')} >= ?4`

const INSERT_GOODWILL = `
INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, note, created_at)
SELECT ?1, ?3, ?2, ?4, 'goodwill', 'due', ?5, ?6 WHERE ${CAN_REFUND}`

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
  const params = [refundId, id, payment_id, paiseOf(body.amount)] as const
  await d1.batchIdempotent([
    auditStatement(entry, { admin, now, when: CAN_REFUND }, params),
    d1.prepare(INSERT_GOODWILL).bind(...params, body.reason, secondsOf(now)),
    ...statements
  ])
  const [made] = await db.select().from(refunds).where(eq(refunds.id, refundId))
  if (!made) throw refusal('refund_too_high', rupeesText(await leftOf(payment_id)))
  return bookingPayments(booking, now)
})

async function leftOf(payment_id: string): Promise<number> {
  const query = d1.prepare(`SELECT ${unrefundedPaise('?1')} AS paise`).bind(payment_id)
  const { results } = await query.all<{ paise: number | null }>()
  return Math.floor(rupeesOf(results[0]?.paise ?? 0))
}
