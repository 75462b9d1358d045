import { MIN_PAISE, type RefundRequest } from '#tests/fakes/razorpay/checks.ts'
import { Refusal } from '#tests/fakes/razorpay/refusal.ts'
import { newId, type Payment, type Refund } from './entities.ts'
import type { ProviderState } from './provider-state.ts'

export function createRefund(book: ProviderState, payment: Payment, request: RefundRequest): Refund {
  if (payment.status === 'refunded') throw new Refusal('The payment has been fully refunded already')
  if (payment.status !== 'captured') throw new Refusal('The payment status should be captured for action to be taken')
  const refundable = payment.amount - payment.amount_refunded
  const { amount = refundable } = request
  if (amount > refundable)
    throw new Refusal('The refund amount provided is greater than amount captured', { field: 'amount' })
  if (amount < MIN_PAISE) throw new Refusal('The amount must be at least INR 1.00', { field: 'amount' })
  return begin(book, payment, { ...request, amount })
}

function begin(
  book: ProviderState,
  payment: Payment,
  { amount, notes, receipt, speed }: RefundRequest & { amount: number }
): Refund {
  const refund: Refund = {
    acquirer_data: { arn: null },
    amount,
    batch_id: null,
    created_at: book.now(),
    currency: payment.currency,
    entity: 'refund',
    id: newId('rfnd'),
    notes,
    payment_id: payment.id,
    receipt,
    speed_processed: 'normal',
    speed_requested: speed,
    status: 'pending'
  }
  book.refunds.set(refund.id, refund)
  move(payment, amount)
  book.emit('refund.created', { refund, payment })
  return refund
}

/** Refunds a payment that was never captured, so the account's balance does not change. */
export function refundUncaptured(book: ProviderState, payment: Payment): void {
  const refund = begin(book, payment, { amount: payment.amount, notes: [], receipt: null, speed: 'normal' })
  process(book, refund)
}

/** Adds a refund's amount to the payment; a failed refund passes a negative amount. */
function move(payment: Payment, amount: number): void {
  payment.amount_refunded += amount
  const isFull = payment.amount_refunded === payment.amount
  payment.refund_status = payment.amount_refunded === 0 ? null : isFull ? 'full' : 'partial'
  payment.status = isFull ? 'refunded' : 'captured'
}

/** What the rider's bank gives at once; many banks give it days later. */
export const REFERENCE = { arn: '10000000000000' }

export function process(book: ProviderState, refund: Refund, acquirer_data: Refund['acquirer_data'] = REFERENCE): void {
  refuseUnlessPending(refund)
  Object.assign(refund, { acquirer_data, status: 'processed' })
  book.emit('refund.processed', { refund, payment: book.payment(refund.payment_id) })
}

export function failRefund(book: ProviderState, refund: Refund): void {
  refuseUnlessPending(refund)
  refund.status = 'failed'
  const payment = book.payment(refund.payment_id)
  move(payment, -refund.amount)
  book.emit('refund.failed', { refund, payment })
}

function refuseUnlessPending({ status }: Refund): void {
  if (status !== 'pending') throw new Refusal(`The refund is ${status} already`)
}
