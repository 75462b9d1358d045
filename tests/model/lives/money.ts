import { NON_BLOCKING_STATUSES } from '#domain/disputes.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import type { Payment } from '#tests/razorpay/entities.ts'
import { MANUAL_REFUND_NOTE } from '../world/calls.ts'
import { bank, storedRefunds } from '../world/world.ts'

// What payments, refunds and disputes have come to: at the bank, and as the server knows it.

interface Ordered {
  amount: number
  order_id: string | null
}

export const paymentsOf = ({ order_id }: Pick<Ordered, 'order_id'>): Payment[] =>
  order_id === null ? [] : bank().paymentsOf(order_id)

export const isFullAmount = ({ amount, currency }: Payment, ride: Ordered) =>
  amount === ride.amount * 100 && currency === 'INR'

/** An amount that is no whole paisa is none: nobody knows what became of such a payment. */
export const isReadable = ({ amount }: Payment) => Number.isInteger(amount)

/** Of the order's amount, and the bank has not said yet, or has said yes and nobody has taken it; or unreadable. */
export const isOpen = (payment: Payment, ride: Ordered) =>
  !isReadable(payment) || (isFullAmount(payment, ride) && ['authorized', 'created'].includes(payment.status))

/** What has arrived again, in paise; what is still on its way can fail. */
export const refundedAmount = ({ id }: Pick<Payment, 'id'>): number =>
  bank()
    .refundsOf(id)
    .filter(({ status }) => status === 'processed')
    .reduce((sum, { amount }) => sum + amount, 0)

export const isFullyRefunded = (payment: Payment) => refundedAmount(payment) >= payment.amount

/** An admin gave the money back by another way than the provider. */
export const isClosed = (payment_id: string) =>
  storedRefunds().some(refund => refund.payment_id === payment_id && refund.note === MANUAL_REFUND_NOTE)

interface KeptDispute {
  dispute_id: string
  refund_allowed: number
  respond_by: number
  status: string
}

const isHarmless = ({ status }: KeptDispute) => NON_BLOCKING_STATUSES.some(word => word === status)

/** Disputes that speak against giving a payment back, as the server knows them, the most pressing first. */
export const disputesAgainst = (payment_id: string): KeptDispute[] =>
  rows<KeptDispute>(
    "SELECT * FROM disputes WHERE payment_id = ?1 ORDER BY status = 'lost', respond_by, dispute_id",
    payment_id
  ).filter(dispute => !isHarmless(dispute))

/** The server gives it back only once an admin has allowed that, or the dispute is over. */
export const isBlockedByDispute = (payment_id: string) =>
  disputesAgainst(payment_id).some(({ refund_allowed }) => refund_allowed === 0)
