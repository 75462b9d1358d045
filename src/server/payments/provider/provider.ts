import { sumBy } from '#domain/kit/numbers.ts'
import { paiseOf } from '#domain/money.ts'
import type { Day } from '#domain/time/india-time.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import type { BookingRow } from '#server/db/schema/bookings.ts'
import { env } from '#server/runtime/env.ts'
import { razorpay } from './razorpay.ts'
import { sandbox } from './sandbox.ts'

// Interface to the payment provider. All amounts are paise, as in the provider's API.

/** What the provider signs of a payment. */
export const signedMessage = (orderId: string, paymentId: string) => `${orderId}|${paymentId}`

/** A payment as reported by the provider, never by the browser. */
export interface ProviderPayment {
  id: string
  /** Null: the payment has no order and is not ours. */
  order_id: string | null
  /** Paise. */
  amount: number
  currency: string
  status: 'authorized' | 'captured' | 'created' | 'failed' | 'refunded'
  /** True if the money was ever captured. An uncaptured authorisation can also be 'refunded'. */
  captured: boolean
  /** The bank's text for a failure. */
  reason: string | null
}

/** A payment can have several refunds, full or partial, made by API or in the provider's dashboard. */
export interface ProviderRefund {
  id: string
  /** Paise. */
  amount: number
  /** The id of our row, which only our requests for a part of the payment send. */
  receipt: string | null
  /** By which the rider's bank finds it. Null until the bank has given one. */
  reference: string | null
  /** A pending refund can still fail. The other two states are final. */
  status: 'failed' | 'pending' | 'processed'
}

/** A row of the report of what the provider has paid out: of a payment, a refund or anything else. Paise. */
export interface Payout {
  /** The id of the payment or refund itself. */
  entity_id: string
  type: string
  /** Of a refund: its payment. */
  payment_id: string | null
  dispute_id: string | null
  paise: number
  credit: number
  debit: number
  tax: number
  settlement_id: string
  /** Can be missing at first. */
  utr: string | null
  /** Unix seconds. */
  settled_at: number
}

export const PAYOUTS_PER_PAGE = 500

/** Every call rejects with a ProviderError. */
export interface PaymentProvider {
  /** The public key id for the payment dialog. */
  keyId: () => string
  /** Amount in paise; the receipt is the booking's id. */
  createOrder: (order: { amount: number; receipt: string }, now: Date) => Promise<{ id: string }>
  /** True if the provider signed this payment for this order. */
  verifySignature: (signed: { order_id: string; payment_id: string; signature: string }) => Promise<boolean>
  fetchPayment: (paymentId: string) => Promise<ProviderPayment>
  /** All payment attempts of an order, and the ids of those that do not match the schema. */
  paymentsFor: (orderId: string) => Promise<{ payments: ProviderPayment[]; unreadable: string[] }>
  capture: (payment: ProviderPayment) => Promise<ProviderPayment>
  /**
   * Refunds all that is left of the payment, or a part: paise, and the id of the row in `refunds`. Idempotent per key,
   * which requires the same `part`.
   */
  refund: (
    paymentId: string,
    key: string,
    part: { amount: number; receipt: string } | null,
    now: Date
  ) => Promise<ProviderRefund>
  fetchRefund: (refundId: string) => Promise<ProviderRefund>
  /** All refunds of the payment, whoever started them. */
  refundsOf: (paymentId: string) => Promise<ProviderRefund[]>
  /** A page of what was paid out on this day. Rows can still be added days later. */
  settledOn: (day: Day, skip: number) => Promise<Payout[]>
}

/** Returns the configured provider. server/runtime/env.ts rejects the sandbox in production. */
export function provider(): PaymentProvider {
  return env.PAYMENT_PROVIDER === 'razorpay' ? razorpay : sandbox
}

interface RefundProgress {
  /**
   * 'complete': the full amount is refunded. 'pending': a refund is in progress. 'refundable': neither, so the rest
   * can be refunded.
   */
  state: 'complete' | 'pending' | 'refundable'
  processed: ProviderRefund[]
  /** The pending refund, else the last one that did not fail. */
  last: ProviderRefund | null
}

/**
 * Computes how much of a payment is refunded. Only refunds with status 'processed' count, and `fromEvent` overrides the
 * listed refund of the same id.
 *
 * Do not use the payment's `status`, `refund_status` or `amount_refunded`: they include refunds that may still fail.
 */
export async function refundProgress(
  { amount, id }: { amount: number; id: string },
  fromEvent: ProviderRefund | null = null
): Promise<RefundProgress> {
  const listed = (await provider().refundsOf(id)).filter(refund => refund.id !== fromEvent?.id)
  const refunds = [...listed, ...(fromEvent ? [fromEvent] : [])].filter(({ status }) => status !== 'failed')
  const pending = refunds.find(({ status }) => status === 'pending')
  const processed = refunds.filter(({ status }) => status === 'processed')
  const refundedPaise = sumBy(processed, ({ amount }) => amount)
  const state = refundedPaise >= amount ? 'complete' : pending ? 'pending' : 'refundable'
  return { last: pending ?? refunds.at(-1) ?? null, processed, state }
}

/**
 * What the payment dialog needs. Converts the amount from rupees to paise. The seconds count from `now`, the time of
 * the answer, because the provider may have been slow since the request.
 */
export function checkoutOrder(
  { amount, hold_until, id, order_id }: Pick<BookingRow, 'amount' | 'hold_until' | 'id'> & { order_id: string },
  now: Date
) {
  return {
    amount: paiseOf(amount),
    hold_seconds: hold_until === null ? 0 : Math.max(0, Math.floor((hold_until.getTime() - now.getTime()) / SECOND_MS)),
    razorpay_key: provider().keyId(),
    razorpay_order_id: order_id,
    session_id: id
  }
}
