import type { DocsOf } from '#contract/kit/endpoint-docs.ts'
import { EXAMPLE_CREATED_AT, EXAMPLE_RIDE } from '#contract/kit/examples.ts'
import { accepted } from '#messages/payments/webhooks.ts'
import type * as disputes from './disputes.ts'
import { dispute } from './disputes.ts'
import type * as refunds from './refunds.ts'
import { refund } from './refunds.ts'
import type * as sandbox from './sandbox.ts'
import type * as webhooks from './webhooks.ts'

export const components = { Dispute: dispute, Refund: refund }

/** The refund of a payment that came after its hold had expired. */
export const EXAMPLE_REFUND = {
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

const exampleDispute = {
  ...EXAMPLE_RIDE,
  amount: 150,
  amount_deducted: 0,
  booking_amount: 150,
  booking_id: '7d1c2f0a',
  created_at: EXAMPLE_CREATED_AT,
  currency: 'INR',
  dispute_id: 'disp_AHfqOvkldwsbqt',
  payment_id: 'pay_29QQoUBi66xm2f',
  phase: 'chargeback',
  reason: 'goods_or_services_not_received_or_partially_received',
  respond_by: '2026-06-25T18:29:59.000Z',
  status: 'open' as const,
  told_at: EXAMPLE_CREATED_AT
}

export const docs: DocsOf<typeof disputes & typeof refunds & typeof sandbox & typeof webhooks> = {
  closeRefund: {
    refusals: ['amount_changed', 'payment_disputed', 'refund_not_found', 'refund_not_open'],
    request: { amount: 150, note: 'Paid back in cash, receipt 17' },
    response: { ...EXAMPLE_REFUND, note: 'Paid back in cash, receipt 17', refund_id: null },
    summary: 'Close a refund that was paid by other means'
  },
  listDisputes: { response: [exampleDispute], summary: 'List the disputes' },
  listRefunds: { response: [EXAMPLE_REFUND], summary: 'List the refunds' },
  paySandboxOrder: {
    refusals: ['not_found', 'order_not_found'],
    request: { outcome: 'success' },
    response: {
      razorpay_order_id: 'order_9A33XWu170gUtm',
      razorpay_payment_id: EXAMPLE_REFUND.payment_id,
      razorpay_signature: '9ef4dffbfd84f1318f6739a3ce19f9d85851857ae648f114332d8401e0949a3d'
    },
    summary: "Pay or decline an order at the sandbox's simulated bank"
  },
  sendRefund: {
    refusals: ['amount_changed', 'payment_disputed', 'refund_not_found', 'refund_not_open'],
    request: { amount: 150 },
    response: { ...EXAMPLE_REFUND, refund_id: null, status: 'due' },
    summary: 'Send a refund to the provider again'
  },
  receiveWebhook: {
    refusals: ['not_found', 'webhook_signature_mismatch'],
    response: { message: accepted },
    summary: 'Process an event of the payment provider'
  }
}
