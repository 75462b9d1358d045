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
  /** A pending refund can still fail. The other two states are final. */
  status: 'failed' | 'pending' | 'processed'
}

/** All payment attempts of an order. */
interface OrderPayments {
  payments: ProviderPayment[]
  /** Ids of payments that do not match the schema. */
  unreadable: string[]
}

/** A refund of a part of a payment. */
interface RefundPart {
  /** Paise. */
  amount: number
  /** The id of the row in `refunds`. */
  receipt: string
}

/** Every call rejects with a ProviderError. */
export interface PaymentProvider {
  /** The public key id for the payment dialog. */
  keyId: () => string
  /** Amount in paise; the receipt is the booking's id. */
  createOrder: (order: { amount: number; receipt: string }, now: Date) => Promise<{ id: string }>
  /** True if the provider signed this payment for this order. */
  verifySignature: (signed: { order_id: string; payment_id: string; signature: string }) => Promise<boolean>
  fetchPayment: (paymentId: string) => Promise<ProviderPayment>
  paymentsFor: (orderId: string) => Promise<OrderPayments>
  /** Captures an authorised payment. */
  capture: (payment: ProviderPayment) => Promise<ProviderPayment>
  /** Refunds all that is left of the payment, or a part. Idempotent per key, which requires the same `part`. */
  refund: (paymentId: string, key: string, part: RefundPart | null, now: Date) => Promise<ProviderRefund>
  fetchRefund: (refundId: string) => Promise<ProviderRefund>
  /** All refunds of the payment, whoever started them. */
  refundsOf: (paymentId: string) => Promise<ProviderRefund[]>
}
