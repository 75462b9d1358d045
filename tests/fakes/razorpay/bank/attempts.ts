import { Refusal } from '#tests/fakes/razorpay/refusal.ts'
import { DECLINED, NO_ERROR, newPayment, type Payment } from './entities.ts'
import type { ProviderState } from './provider-state.ts'
import { refundUncaptured } from './refunds.ts'

/** The first status of a payment attempt. 'created' means that the bank has not answered yet. */
export type Outcome = 'authorized' | 'captured' | 'created' | 'failed'

export interface Attempt {
  /** An amount or currency other than the order's, which the real provider never allows. */
  amount?: number | undefined
  currency?: string | undefined
  outcome?: Outcome | undefined
  /** Allows a payment although the order is already paid. */
  second?: boolean | undefined
}

export function attempt(book: ProviderState, order_id: string, { outcome = 'captured', ...options }: Attempt): Payment {
  const order = book.order(order_id)
  if (order.status === 'paid' && !options.second)
    throw new Refusal(
      'Your payment has been declined as the order is already paid. Please initiate the payment with a new order.'
    )
  const { amount = order.amount, currency = order.currency } = options
  const payment = newPayment({ amount, created_at: book.now(), currency, order_id })
  book.payments.set(payment.id, payment)
  order.attempts += 1
  if (order.status === 'created') order.status = 'attempted'
  if (outcome === 'failed') fail(book, payment)
  if (outcome === 'authorized' || outcome === 'captured') authorise(book, payment)
  if (outcome === 'captured') capture(book, payment)
  return payment
}

function authorise(book: ProviderState, payment: Payment): void {
  Object.assign(payment, NO_ERROR, { acquirer_data: { rrn: '267567962619' }, status: 'authorized' })
  book.emit('payment.authorized', { payment })
}

export function fail(book: ProviderState, payment: Payment): void {
  if (payment.status !== 'created') throw new Refusal(`A payment that is ${payment.status} does not fail`)
  Object.assign(payment, DECLINED, { status: 'failed' })
  book.emit('payment.failed', { payment })
}

const FEE = 0.02

export function capture(book: ProviderState, payment: Payment): void {
  const order = book.order(payment.order_id)
  const isFirst = order.status !== 'paid'
  Object.assign(payment, { captured: true, fee: Math.round(payment.amount * FEE), status: 'captured', tax: 0 })
  if (isFirst) {
    order.status = 'paid'
    order.amount_paid = payment.amount
    order.amount_due = Math.max(0, order.amount - payment.amount)
  }
  book.emit('payment.captured', { payment })
  if (isFirst) book.emit('order.paid', { payment, order })
}

/** A late authorisation by the bank. A payment that is no longer needed is refunded automatically. */
export function authoriseLate(book: ProviderState, payment: Payment): void {
  if (payment.status !== 'created' && payment.status !== 'failed')
    throw new Refusal(`A payment that is ${payment.status} is not authorised`)
  authorise(book, payment)
  const { age, automatic, manual } = attemptLifetime(book, payment)
  if (book.order(payment.order_id).status === 'paid' || age > manual) refundUncaptured(book, payment)
  else if (age <= automatic) capture(book, payment)
}

function attemptLifetime(book: ProviderState, { created_at, order_id }: Payment) {
  const { automatic = 0, manual = 0 } = book.periods.get(order_id) ?? {}
  return { age: (book.now() - created_at) / 60, automatic, manual }
}

/** Minutes without an answer of the bank after which a payment fails. */
const UNANSWERED_MINUTES = 10

/** State changes that the provider makes after time has passed. */
export function expire(book: ProviderState): void {
  for (const payment of book.payments.values()) {
    const { age, manual } = attemptLifetime(book, payment)
    if (payment.status === 'created' && age > UNANSWERED_MINUTES) fail(book, payment)
    if (payment.status === 'authorized' && age > manual) refundUncaptured(book, payment)
  }
}
