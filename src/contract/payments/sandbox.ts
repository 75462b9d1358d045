import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import * as text from '#messages/payments/sandbox.ts'

/** What a payment dialog passes to its success handler. */
const paymentSuccess = v.object({
  razorpay_payment_id: v.string(),
  razorpay_order_id: v.string(),
  razorpay_signature: v.string()
})
export type PaymentReceipt = v.InferOutput<typeof paymentSuccess>

/** What the dialog passes to 'payment.failed'. */
const paymentFailure = v.object({
  error: v.object({
    description: v.string(),
    metadata: v.object({ order_id: v.string(), payment_id: v.string() })
  })
})

/**
 * Simulates the bank. 404 outside the sandbox and for other riders' orders. Accepts payments after the hold
 * has ended, as a real bank would.
 */
export const paySandboxOrder = defineEndpoint({
  access: 'rider',
  isEmbeddedOnly: true,
  body: v.object({ outcome: v.picklist(['success', 'failure'], text.unknownOutcome) }),
  method: 'POST',
  output: v.union([paymentSuccess, paymentFailure]),
  path: '/sandbox/orders/{order_id}/pay'
})
