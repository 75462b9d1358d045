import { paiseOf } from '#domain/pricing.ts'
import { env } from './env.ts'
import type { PaymentProvider, ProviderRefund } from './payment-provider.ts'
import { razorpay } from './razorpay.ts'
import { sandbox } from './sandbox.ts'

/** Which one, env.ts has checked before any call gets here: production has no sandbox. */
export function provider(): PaymentProvider {
  return env.PAYMENT_PROVIDER === 'razorpay' ? razorpay : sandbox
}

/** What has become of money that goes back: the refund that is under way, and may fail yet; else the last that did not. */
export async function refundOf(payment_id: string): Promise<ProviderRefund | null> {
  const attempts = await provider().refundsOf(payment_id)
  const made = attempts.filter(({ status }) => status !== 'failed')
  return made.find(({ status }) => status === 'pending') ?? made.at(-1) ?? null
}

/** What the dialog is opened with: amounts in paise from here on. */
export function orderFor(booking: { amount: number; id: string; order_id: string }) {
  return {
    amount: paiseOf(booking.amount),
    razorpay_key: provider().key_id(),
    razorpay_order_id: booking.order_id,
    session_id: booking.id
  }
}
