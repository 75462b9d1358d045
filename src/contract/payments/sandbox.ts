import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import * as text from '#messages/sandbox.ts'

/** What a payment dialog hands to its handler. */
const paymentSuccess = v.object({
  razorpay_payment_id: v.string(),
  razorpay_order_id: v.string(),
  razorpay_signature: v.string()
})
export type PaymentSuccess = v.InferOutput<typeof paymentSuccess>

/** What the dialog hands to 'payment.failed'. */
const paymentFailure = v.object({
  error: v.object({
    description: v.string(),
    metadata: v.object({ order_id: v.string(), payment_id: v.string() })
  })
})

/**
 * The sandbox's bank: only there, only for the order's owner, else 404. It takes money for an order whose hold has
 * ended too, as a bank would.
 */
export const paySandboxOrder = defineEndpoint({
  access: 'rider',
  isExtension: true,
  body: v.object({ outcome: v.picklist(['success', 'failure'], text.unknownOutcome) }),
  method: 'POST',
  output: v.union([paymentSuccess, paymentFailure]),
  path: '/sandbox/orders/{order_id}/pay'
})
