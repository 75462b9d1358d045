import { NON_BLOCKING_STATUSES } from '#domain/payments.ts'
import type { Payment } from '#tests/fakes/razorpay/bank/entities.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { MANUAL_REFUND_NOTE } from '#tests/model/harness/calls.ts'
import { bank, storedRefunds } from '#tests/model/harness/harness.ts'

// The state of payments, refunds and disputes: at the bank, and in the server's database.

interface Ordered {
  amount: number
  order_id: string | null
}

export const paymentsOf = ({ order_id }: Pick<Ordered, 'order_id'>): Payment[] =>
  order_id === null ? [] : bank().paymentsOf(order_id)

export const isFullAmount = ({ amount, currency }: Payment, ride: Ordered) =>
  amount === ride.amount * 100 && currency === 'INR'

/** A fraction of a paisa is not a valid amount, so the state of such a payment is unknown. */
export const isReadable = ({ amount }: Payment) => Number.isInteger(amount)

/** A payment as ordered that is undecided or not captured yet, or one that cannot be read. */
export const isOpen = (payment: Payment, ride: Ordered) =>
  !isReadable(payment) || (isFullAmount(payment, ride) && ['authorized', 'created'].includes(payment.status))

/** The processed refunds, in paise. Pending ones can fail. */
export const refundedAmount = ({ id }: Pick<Payment, 'id'>): number =>
  bank()
    .refundsOf(id)
    .filter(({ status }) => status === 'processed')
    .reduce((sum, { amount }) => sum + amount, 0)

export const isFullyRefunded = (payment: Payment) => refundedAmount(payment) >= payment.amount

/** What was or will be refunded of a payment, as the server has stored it. */
export const refundedPaise = (paymentId: string | null) =>
  storedRefunds().reduce((sum, { paise, payment_id }) => (payment_id === paymentId ? sum + paise : sum), 0)

/** An admin refunded it without the provider. */
export const isClosed = (payment_id: string) =>
  storedRefunds().some(refund => refund.payment_id === payment_id && refund.note === MANUAL_REFUND_NOTE)

interface StoredDispute {
  dispute_id: string
  refund_allowed: number
  respond_by: number
  status: string
}

const isHarmless = ({ status }: StoredDispute) => NON_BLOCKING_STATUSES.some(nonBlocking => nonBlocking === status)

/** Disputes that block a refund, as the server has stored them, most urgent first. */
export const disputesAgainst = (...payment_ids: string[]): StoredDispute[] =>
  rows<StoredDispute>(
    `SELECT * FROM disputes WHERE payment_id IN (SELECT value FROM json_each(?1))
      ORDER BY status = 'lost', respond_by, dispute_id`,
    JSON.stringify(payment_ids)
  ).filter(dispute => !isHarmless(dispute))

/** The server does not refund until an admin allows it or the dispute ends. */
export const isBlockedByDispute = (payment_id: string) =>
  disputesAgainst(payment_id).some(({ refund_allowed }) => refund_allowed === 0)
