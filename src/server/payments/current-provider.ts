import { paiseOf } from '#domain/pricing.ts'
import { env } from '#server/runtime/env.ts'
import type { PaymentProvider, ProviderRefund } from './provider.ts'
import { razorpay } from './razorpay.ts'
import { sandbox } from './sandbox.ts'

/** Which one, env.ts has checked before any call gets here: production has no sandbox. */
export function provider(): PaymentProvider {
  return env.PAYMENT_PROVIDER === 'razorpay' ? razorpay : sandbox
}

interface RefundProgress {
  /** 'whole': all of the payment is back. 'pending': some is on its way. 'open': neither, and the rest can be asked for. */
  state: 'open' | 'pending' | 'whole'
  /** What is on its way; else the last that did not fail. */
  last: ProviderRefund | null
}

/**
 * What has become of money that goes back, by the status of each refund: only those that are 'processed' are counted.
 * The payment's own `status`, `refund_status` and `amount_refunded` are never asked: they count a refund from the moment
 * it is made, and the provider's papers promise nothing else. Of what an event told, the event is the newer word.
 */
export async function refundProgress(
  { amount, id }: { amount: number; id: string },
  fromEvent: ProviderRefund | null = null
): Promise<RefundProgress> {
  const listed = (await provider().refundsOf(id)).filter(refund => refund.id !== fromEvent?.id)
  const made = [...listed, ...(fromEvent ? [fromEvent] : [])].filter(({ status }) => status !== 'failed')
  const pending = made.find(({ status }) => status === 'pending')
  const processed = made.filter(({ status }) => status === 'processed')
  const refundedPaise = processed.reduce((sum, refund) => sum + refund.amount, 0)
  const state = refundedPaise >= amount ? 'whole' : pending ? 'pending' : 'open'
  return { last: pending ?? made.at(-1) ?? null, state }
}

interface PayableOrder {
  /** Rupees. */
  amount: number
  hold_until: Date | null
  id: string
  order_id: string
}

/** What the dialog is opened with: amounts in paise from here on. */
export function checkoutOrder({ amount, hold_until, id, order_id }: PayableOrder, now: Date) {
  return {
    amount: paiseOf(amount),
    hold_seconds: hold_until === null ? 0 : Math.max(0, Math.floor((hold_until.getTime() - now.getTime()) / 1000)),
    razorpay_key: provider().keyId(),
    razorpay_order_id: order_id,
    session_id: id
  }
}
