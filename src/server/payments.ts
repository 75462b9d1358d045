import { paiseOf } from '#domain/pricing.ts'
import { sandbox } from './sandbox.ts'

// The card provider as the bookings see it. Money is whole rupees on this side and paise on the other.

/** A payment as the provider itself tells it; never what a browser says. */
interface ProviderPayment {
  id: string
  order_id: string
  /** Paise. */
  amount: number
  currency: string
  status: 'authorized' | 'captured' | 'failed' | 'refunded'
}

export interface PaymentProvider {
  /** The public key id that the dialog is opened with. */
  key_id: () => string
  /** The order for a receipt; asking twice for one receipt gives the same order. */
  createOrder: (asked: { amount: number; receipt: string }, now: Date) => Promise<{ id: string }>
  /** Whether the provider signed this payment for this order. */
  verifies: (signed: { order_id: string; payment_id: string; signature: string }) => Promise<boolean>
  fetchPayment: (payment_id: string) => Promise<ProviderPayment | null>
  /** Gives the whole payment back; asking twice gives it back once. Answers the refund's id. */
  refund: (payment_id: string) => Promise<string>
}

// Which one, env.ts has checked before any call gets here: production has no sandbox.
export const provider: PaymentProvider = sandbox

/** What the dialog is opened with: amounts in paise from here on. */
export function orderFor(booking: { amount: number; id: string; order_id: string }) {
  return {
    amount: paiseOf(booking.amount),
    razorpay_key: provider.key_id(),
    razorpay_order_id: booking.order_id,
    session_id: booking.id
  }
}
