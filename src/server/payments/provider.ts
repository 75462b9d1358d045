// The card provider as the bookings see it: money is paise, as the provider counts it.

/** A payment as the provider itself tells it; never what a browser says. */
export interface ProviderPayment {
  id: string
  /** Null: it was made without an order, and is none of ours. */
  order_id: string | null
  /** Paise. */
  amount: number
  currency: string
  status: 'authorized' | 'captured' | 'created' | 'failed' | 'refunded'
  /** Whether the money was ever taken: what a bank only promised can be 'refunded' too. */
  captured: boolean
  /** Why it failed, in the bank's words. */
  reason: string | null
}

/** A payment can have several: made through its API or in its dashboard, each over all that is left or a part. */
export interface ProviderRefund {
  id: string
  /** Paise. */
  amount: number
  /** Only what is processed is back; what is pending can still fail. Both others are final. */
  status: 'failed' | 'pending' | 'processed'
}

/** Every attempt to pay for an order. */
interface OrderPayments {
  payments: ProviderPayment[]
  /** Ids of those that are not as a payment is. */
  unreadable: string[]
}

/**
 * 'silent': nobody knows whether it was done. 'busy': it was not, and others would fare no better now. 'refused': never.
 * 'unreadable': it answers, but not what can be true; that says nothing of others.
 */
type ProviderErrorKind = 'busy' | 'refused' | 'silent' | 'unreadable'

/** The provider did not do what it was asked; the message is its own, for logs and admins, never for riders. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly kind: ProviderErrorKind

  constructor(kind: ProviderErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** Every call rejects with a ProviderError. */
export interface PaymentProvider {
  /** The public key id that the dialog is opened with. */
  keyId: () => string
  /** Amount in paise; the receipt is the booking's id. */
  createOrder: (asked: { amount: number; receipt: string }, now: Date) => Promise<{ id: string }>
  /** Whether the provider signed this payment for this order. */
  verifySignature: (signed: { order_id: string; payment_id: string; signature: string }) => Promise<boolean>
  fetchPayment: (payment_id: string) => Promise<ProviderPayment>
  paymentsFor: (order_id: string) => Promise<OrderPayments>
  /** Takes the money that a bank has only promised. */
  capture: (payment: ProviderPayment) => Promise<ProviderPayment>
  /** Gives back all that is left of the payment; asked twice under one key, once. */
  refund: (payment_id: string, key: string) => Promise<ProviderRefund>
  fetchRefund: (refund_id: string) => Promise<ProviderRefund>
  /** Every attempt to give something of the payment back, on whoever's word. */
  refundsOf: (payment_id: string) => Promise<ProviderRefund[]>
}
