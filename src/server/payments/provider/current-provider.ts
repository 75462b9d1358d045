import { sumBy } from '#domain/kit/numbers.ts'
import { paiseOf } from '#domain/money.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import { env } from '#server/runtime/env.ts'
import type { PaymentProvider, ProviderRefund } from './provider.ts'
import { razorpay } from './razorpay.ts'
import { sandbox } from './sandbox.ts'

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

interface PayableOrder {
  /** Rupees. */
  amount: number
  hold_until: Date | null
  id: string
  order_id: string
}

/**
 * What the payment dialog needs. Converts the amount from rupees to paise. The seconds count from `now`, the time of
 * the answer, because the provider may have been slow since the request.
 */
export function checkoutOrder({ amount, hold_until, id, order_id }: PayableOrder, now: Date) {
  return {
    amount: paiseOf(amount),
    hold_seconds: hold_until === null ? 0 : Math.max(0, Math.floor((hold_until.getTime() - now.getTime()) / SECOND_MS)),
    razorpay_key: provider().keyId(),
    razorpay_order_id: order_id,
    session_id: id
  }
}
