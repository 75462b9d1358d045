import { and, desc, eq, gte, lt, ne } from 'drizzle-orm'
import * as contract from '#contract/payments/orders.ts'
import { CURRENCY } from '#domain/money.ts'
import { addDays, instantAt } from '#domain/time/india-time.ts'
import { MIDNIGHT } from '#domain/time/time-units.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { db, runIdempotent } from '#server/db/client.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { sandbox_orders, sandbox_payments, sandbox_refunds } from '#server/db/schema/payments.ts'
import { secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { isValidSignature, newId, sign } from '#server/runtime/crypto.ts'
import { env, isProduction, sessionSecret } from '#server/runtime/env.ts'
import { ProviderError } from '#server/runtime/outgoing.ts'
import { refusal } from '#server/runtime/refusal.ts'
import {
  PAYOUTS_PER_PAGE,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
  signedMessage
} from './provider.ts'
import { SETTLED_AFTER_DAYS, toPayout } from './sandbox-payouts.ts'

// Local payment provider for development: orders, payments, signatures and refunds are stored in D1.

// The prefix differs from a real key, so the browser opens the sandbox dialog (client/payment/checkout.ts).
const KEY_ID = 'rzp_sandbox_demo'

// Derived only for the sandbox: its signatures are valid nowhere else.
const secret = () => `sandbox:${sessionSecret()}`

export const sandbox: PaymentProvider = {
  capture: async payment => payment,
  createOrder: async ({ amount, receipt }, now) => {
    const order = { amount, created_at: now, id: `order_${newId()}`, receipt }
    await db.insert(sandbox_orders).values(order).onConflictDoNothing()
    const [stored] = await db
      .select({ id: sandbox_orders.id })
      .from(sandbox_orders)
      .where(eq(sandbox_orders.receipt, receipt))
    return stored ?? order
  },
  fetchPayment: async paymentId => toProviderPayment(await sandboxPayment(paymentId)),
  fetchRefund: async refundId => {
    const [refund] = await db.select().from(sandbox_refunds).where(eq(sandbox_refunds.id, refundId))
    if (!refund) throw new ProviderError('rejected', `There is no refund ${refundId}`)
    return toProviderRefund(refund)
  },
  keyId: () => KEY_ID,
  paymentsFor: async orderId => {
    const payments = await db
      .select()
      .from(sandbox_payments)
      .where(eq(sandbox_payments.order_id, orderId))
      .orderBy(desc(sandbox_payments.created_at))
    return { payments: payments.map(toProviderPayment), unreadable: [] }
  },
  refund: async (paymentId, key, part, now) => {
    const id = REFUND_ID_PREFIX + key
    const refund = { amount: part?.amount ?? null, id, payment: paymentId, receipt: part?.receipt ?? null }
    const { stored } = await runIdempotent<{ stored: SandboxRefund }>(
      { refund: [INSERT_REFUND, MARK_REFUNDED], stored: 'SELECT * FROM sandbox_refunds WHERE id = :id' },
      { ...refund, now: secondsOf(now) }
    )
    const [row] = stored.results
    if (!row) throw new ProviderError('rejected', paymentsText.sandboxRefundTooHigh)
    return toProviderRefund(row)
  },
  refundsOf: async paymentId => {
    const refunds = await db.select().from(sandbox_refunds).where(eq(sandbox_refunds.payment_id, paymentId))
    return refunds.map(toProviderRefund)
  },
  settledOn: async (day, skip) => {
    const paidOn = addDays(day, -SETTLED_AFTER_DAYS)
    const isOfDay = ({ created_at }: typeof sandbox_payments | typeof sandbox_refunds) =>
      and(gte(created_at, instantAt(paidOn, MIDNIGHT)), lt(created_at, instantAt(addDays(paidOn, 1), MIDNIGHT)))
    const [payments, refunds] = await Promise.all([
      db
        .select()
        .from(sandbox_payments)
        .where(and(isOfDay(sandbox_payments), ne(sandbox_payments.status, 'failed')))
        .orderBy(sandbox_payments.id),
      db.select().from(sandbox_refunds).where(isOfDay(sandbox_refunds)).orderBy(sandbox_refunds.id)
    ])
    const rows = [...payments.map(row => toPayout(row, day)), ...refunds.map(row => toPayout(row, day))]
    return rows.slice(skip, skip + PAYOUTS_PER_PAGE)
  },
  verifySignature: ({ order_id, payment_id, signature }) =>
    isValidSignature(signedMessage(order_id, payment_id), signature, secret())
}

const REFUND_ID_PREFIX = 'rfnd_'

type SandboxRefund = Pick<typeof sandbox_refunds.$inferSelect, 'amount' | 'id' | 'receipt'>

const SANDBOX_REFUNDED_PAISE = '(SELECT coalesce(sum(amount), 0) FROM sandbox_refunds WHERE payment_id = :payment)'

/** Without an amount all that is left. Inserts nothing if the payment does not have that much left. */
const INSERT_REFUND = `
INSERT INTO sandbox_refunds (id, payment_id, amount, receipt, created_at)
SELECT :id, p.id, coalesce(:amount, p.amount - ${SANDBOX_REFUNDED_PAISE}), :receipt, :now FROM sandbox_payments p
 WHERE p.id = :payment AND p.status = 'captured' AND p.amount - ${SANDBOX_REFUNDED_PAISE} >= max(coalesce(:amount, 1), 1)
    ON CONFLICT (id) DO NOTHING`

const MARK_REFUNDED = `
UPDATE sandbox_payments SET status = 'refunded'
 WHERE id = :payment AND status = 'captured' AND amount = ${SANDBOX_REFUNDED_PAISE}`

// Sandbox refunds are processed at once, so none is ever pending. Each has a reference.
const toProviderRefund = ({ amount, id, receipt }: SandboxRefund): ProviderRefund => ({
  amount,
  id,
  receipt,
  reference: `SANDBOX-${id.slice(-12)}`,
  status: 'processed'
})

async function sandboxPayment(id: string) {
  const [payment] = await db.select().from(sandbox_payments).where(eq(sandbox_payments.id, id))
  if (!payment) throw new ProviderError('rejected', `There is no payment ${id}`)
  return payment
}

function toProviderPayment({ amount, id, order_id, status }: typeof sandbox_payments.$inferSelect): ProviderPayment {
  const reason = status === 'failed' ? paymentsText.sandboxFailure : null
  return { amount, captured: status !== 'failed', currency: CURRENCY, id, order_id, reason, status }
}

/**
 * Simulates the bank for the order's owner. Late payments succeed, as at a real bank; an order is captured at most
 * once. Throws 404 outside the sandbox.
 */
export const paySandboxOrder = implement(
  contract.paySandboxOrder,
  async ({ body, params: { order_id } }, rider, { now }) => {
    if (isProduction() || env.PAYMENT_PROVIDER !== 'sandbox') throw refusal('not_found')
    const [order] = await db
      .select({ amount: sandbox_orders.amount, id: sandbox_orders.id })
      .from(sandbox_orders)
      .innerJoin(bookings, eq(bookings.order_id, sandbox_orders.id))
      .where(and(eq(sandbox_orders.id, order_id), eq(bookings.user_id, rider.id)))
    if (!order) throw refusal('order_not_found')
    const status = body.outcome === 'success' ? 'captured' : 'failed'
    const paymentId = (status === 'captured' && (await findPaidId(order_id))) || `pay_${newId()}`
    const payment = { amount: order.amount, created_at: now, id: paymentId, order_id, status } as const
    await db.insert(sandbox_payments).values(payment).onConflictDoNothing()
    if (status === 'failed') {
      return { error: { description: paymentsText.sandboxFailure, metadata: { order_id, payment_id: paymentId } } }
    }
    const razorpaySignature = await sign(signedMessage(order_id, paymentId), secret())
    return { razorpay_order_id: order_id, razorpay_payment_id: paymentId, razorpay_signature: razorpaySignature }
  }
)

async function findPaidId(orderId: string): Promise<string | undefined> {
  const [paid] = await db
    .select({ id: sandbox_payments.id })
    .from(sandbox_payments)
    .where(and(eq(sandbox_payments.order_id, orderId), ne(sandbox_payments.status, 'failed')))
  return paid?.id
}
