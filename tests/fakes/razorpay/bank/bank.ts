import {
  parseCapture,
  parseOrder,
  parseRefund,
  parseRefundKey,
  type RefundRequest
} from '#tests/fakes/razorpay/checks.ts'
import { Refusal } from '#tests/fakes/razorpay/refusal.ts'
import { signatureOf } from '#tests/fakes/razorpay/signing.ts'
import { Webhooks } from '#tests/fakes/razorpay/webhooks.ts'
import { type Attempt, attempt, authoriseLate, capture, expire, fail } from './attempts.ts'
import { contest, type DisputeOutcome, type DisputeRequest, decide, dispute, requestEvidence } from './disputes.ts'
import { type Dispute, newId, type Order, type Payment, type Refund } from './entities.ts'
import { ProviderState } from './provider-state.ts'
import { createRefund, failRefund, process, REFERENCE } from './refunds.ts'
import { reportOf, type Settled, type SettleRequest, settle } from './settlements.ts'

export interface Secrets {
  key_id: string
  key_secret: string
  webhook_secret: string
}

/** The result that checkout passes to its handler. */
export interface Receipt {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

interface Keyed {
  fingerprint: string
  refund: Refund
}

/** The provider's state and rules: its API calls with their request bodies, and the actions of banks and people. */
export class Bank {
  /** If true, refunds are rejected because the account balance is too low. */
  balance_too_low = false
  /** If true, refunds are processed at once; otherwise, they stay pending until `processRefund`. */
  refunds_at_once = false
  /** What banks give with a processed refund. */
  reference: Refund['acquirer_data'] = REFERENCE
  readonly webhooks: Webhooks
  readonly #book: ProviderState
  readonly #key_secret: string
  readonly #keyed = new Map<string, Keyed>()
  /** Idempotency keys of refund requests in progress. */
  readonly #pendingKeys = new Set<string>()

  constructor({ key_secret, webhook_secret }: Secrets) {
    this.webhooks = new Webhooks(webhook_secret)
    this.#book = new ProviderState(this.webhooks)
    this.#key_secret = key_secret
  }

  get events() {
    return this.webhooks.events
  }

  sign(order_id: string, payment_id: string): string {
    return signatureOf(`${order_id}|${payment_id}`, this.#key_secret)
  }

  // API calls.

  createOrder(body: unknown): Order {
    const { amount, currency, notes, periods, receipt } = parseOrder(body)
    const state = { amount_due: amount, amount_paid: 0, attempts: 0, offer_id: null, status: 'created' } as const
    const id = newId('order')
    const order: Order = {
      amount,
      created_at: this.#book.now(),
      currency,
      entity: 'order',
      id,
      notes,
      receipt,
      ...state
    }
    this.#book.orders.set(id, order)
    this.#book.periods.set(id, periods)
    return order
  }

  order(id: string): Order {
    return this.#book.order(id)
  }

  /** Newest first. */
  orders(receipt: string | null = null): Order[] {
    return [...this.#book.orders.values()].filter(order => receipt === null || order.receipt === receipt).reverse()
  }

  payment(id: string): Payment {
    return this.#book.payment(id)
  }

  paymentsOf(order_id: string): Payment[] {
    return this.#book.paymentsOf(this.order(order_id).id)
  }

  handleCapture(id: string, body: unknown): Payment {
    const payment = this.payment(id)
    const { amount, currency } = parseCapture(body)
    if (payment.captured) throw new Refusal('This payment has already been captured')
    if (payment.status !== 'authorized')
      throw new Refusal('Only payments which have been authorized and not yet captured can be captured')
    if (amount !== payment.amount || currency !== payment.currency)
      throw new Refusal('Capture amount must be equal to the amount authorized', { field: 'amount' })
    if (this.order(payment.order_id).status === 'paid')
      throw new Refusal(
        'Your payment has been declined as the order is already paid. Please initiate the payment with a new order.'
      )
    capture(this.#book, payment)
    return payment
  }

  refund(id: string): Refund {
    return this.#book.refund(id)
  }

  refundsOf(payment_id: string): Refund[] {
    return this.#book.refundsOf(this.payment(payment_id).id)
  }

  /** The same key with the same body creates only one refund. */
  handleRefund(payment_id: string, body: unknown, header: string | null = null): Refund {
    const payment = this.payment(payment_id)
    const key = parseRefundKey(header)
    const fingerprint = JSON.stringify([payment_id, body])
    const earlier = key === null ? undefined : this.#keyed.get(key)
    if (earlier && earlier.fingerprint !== fingerprint)
      throw new Refusal('Different request with the same idempotency key has already been processed.')
    if (earlier) return earlier.refund
    const refund = this.#refund(payment, parseRefund(body))
    if (key !== null) this.#keyed.set(key, { fingerprint, refund })
    return refund
  }

  /** Until the response, another request with this key is rejected as a conflict. */
  beginRefund(key: string | null): void {
    if (key !== null && this.#pendingKeys.has(key))
      throw new Refusal('Another request with the same idempotency key is still in progress.', { status: 409 })
    if (key !== null) this.#pendingKeys.add(key)
  }

  endRefund(key: string | null): void {
    if (key !== null) this.#pendingKeys.delete(key)
  }

  /** By the day of the report. */
  get settlements(): ReadonlyMap<string, readonly Settled[]> {
    return this.#book.settled
  }

  settlementReport(query: Record<string, string>): Settled[] {
    return reportOf(this.#book, query)
  }

  // Actions of banks, riders and dashboard users.

  /** The receipt is signed whatever the outcome: a signature proves which order was paid for, not that it succeeded. */
  pay(order_id: string, request: Attempt = {}): Receipt {
    const { id } = attempt(this.#book, order_id, request)
    return { razorpay_order_id: order_id, razorpay_payment_id: id, razorpay_signature: this.sign(order_id, id) }
  }

  authorise(payment_id: string): Payment {
    const payment = this.payment(payment_id)
    authoriseLate(this.#book, payment)
    return payment
  }

  capture(payment_id: string): Payment {
    const payment = this.payment(payment_id)
    if (payment.status !== 'authorized') throw new Refusal(`A payment that is ${payment.status} is not captured`)
    capture(this.#book, payment)
    return payment
  }

  fail(payment_id: string): Payment {
    const payment = this.payment(payment_id)
    fail(this.#book, payment)
    return payment
  }

  refundInDashboard(payment_id: string, amount?: number): Refund {
    return this.#refund(this.payment(payment_id), { amount, notes: [], receipt: null, speed: 'normal' })
  }

  processRefund(id: string): Refund {
    const refund = this.refund(id)
    process(this.#book, refund, this.reference)
    return refund
  }

  /** The bank gives the reference of a refund that was processed before. */
  giveReference(id: string, acquirer_data: Refund['acquirer_data'] = REFERENCE): void {
    this.refund(id).acquirer_data = acquirer_data
  }

  failRefund(id: string): Refund {
    const refund = this.refund(id)
    failRefund(this.#book, refund)
    return refund
  }

  // The bank disputes a payment, wholly or partly; dashboard users respond to the dispute.

  dispute(payment_id: string, request: DisputeRequest = {}): Dispute {
    return dispute(this.#book, this.payment(payment_id), request)
  }

  contest(id: string): void {
    contest(this.#book, this.#book.dispute(id))
  }

  requestEvidence(id: string): void {
    requestEvidence(this.#book, this.#book.dispute(id))
  }

  decide(id: string, outcome: DisputeOutcome): void {
    decide(this.#book, this.#book.dispute(id), outcome)
  }

  /** Pays a payment, a refund or an adjustment out to the operator's account. */
  settle(id: string, request: SettleRequest): Settled {
    return settle(this.#book, id, request)
  }

  /** Advances the provider's clock: uncaptured payments are refunded, and unanswered ones fail. */
  pass(minutes: number): void {
    this.#book.pass(minutes)
    expire(this.#book)
  }

  #refund(payment: Payment, request: RefundRequest): Refund {
    if (this.balance_too_low)
      throw new Refusal(
        'Your account does not have enough balance to carry out the refund operation. You can add funds to your account from your Razorpay dashboard or capture new payments.'
      )
    const refund = createRefund(this.#book, payment, request)
    if (this.refunds_at_once) process(this.#book, refund, this.reference)
    return refund
  }
}
