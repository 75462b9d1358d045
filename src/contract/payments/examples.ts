import { EXAMPLE_CREATED_AT, EXAMPLE_RIDE } from '#contract/kit/examples.ts'
import { HOLD_SECONDS } from '#domain/constants.ts'

export const exampleOrder = {
  amount: 15_000,
  currency: 'INR',
  hold_seconds: HOLD_SECONDS,
  razorpay_key: 'rzp_test_example',
  razorpay_order_id: 'order_9A33XWu170gUtm',
  session_id: '7d1c2f0a'
}

/** The refund of a payment that came after its hold had expired. */
export const exampleRefund = {
  ...EXAMPLE_RIDE,
  amount: 150,
  booking_amount: 150,
  booking_id: '7d1c2f0a',
  created_at: EXAMPLE_CREATED_AT,
  currency: 'INR',
  dispute: null,
  id: 'pay_29QQoUBi66xm2f',
  note: null,
  payment_id: 'pay_29QQoUBi66xm2f',
  reason: 'slot_lost' as const,
  refund_id: 'rfnd_FP8QHiV938haTz',
  status: 'processed' as const
}
