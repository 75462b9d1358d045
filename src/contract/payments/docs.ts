import { type DocsOf, EXAMPLE_CREATED_AT, EXAMPLE_RIDE } from '#contract/kit/endpoint-docs.ts'
import { HOLD_SECONDS } from '#domain/constants.ts'
import { accepted, attemptRecorded, confirmed } from '#messages/payments/payments.ts'
import { DISMISSED_BY_RIDER, order, paymentResult } from './orders.ts'
import { compensation, dispute, refund } from './refunds.ts'
import { dayRevenue } from './revenue.ts'

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

export const components = {
  Compensation: compensation,
  DayRevenue: dayRevenue,
  Dispute: dispute,
  Order: order,
  PaymentResult: paymentResult,
  Refund: refund
}

export const docs: DocsOf<'payments'> = {
  confirmPayment: {
    refusals: [
      'order_mismatch',
      'payment_failed',
      'payment_in_review',
      'payment_session_not_found',
      'signature_mismatch',
      'too_many_requests'
    ],
    request: {
      razorpay_order_id: exampleOrder.razorpay_order_id,
      razorpay_payment_id: 'pay_29QQoUBi66xm2f',
      razorpay_signature: '9ef4dffbfd84f1318f6739a3ce19f9d85851857ae648f114332d8401e0949a3d',
      session_id: exampleOrder.session_id
    },
    response: {
      booking_id: '7d1c2f0a',
      is_settling: false,
      message: confirmed,
      payment_status: 'Completed',
      success: true
    },
    summary: "Confirm a payment with the dialog's signature",
    tag: 'bookings'
  },
  recordPaymentFailure: {
    refusals: ['no_payment_expected', 'payment_session_not_found', 'too_many_requests'],
    request: { error_description: DISMISSED_BY_RIDER, session_id: exampleOrder.session_id },
    response: { booking_id: '7d1c2f0a', message: attemptRecorded, payment_status: 'Pending', success: true },
    summary: 'Report that the payment dialog failed or was closed',
    tag: 'bookings'
  },
  paySandboxOrder: {
    refusals: ['not_found', 'order_not_found'],
    request: { outcome: 'success' },
    response: {
      razorpay_order_id: 'order_9A33XWu170gUtm',
      razorpay_payment_id: exampleRefund.payment_id,
      razorpay_signature: '9ef4dffbfd84f1318f6739a3ce19f9d85851857ae648f114332d8401e0949a3d'
    },
    summary: "Pay or decline an order at the sandbox's simulated bank"
  },
  receiveWebhook: {
    refusals: ['not_found', 'webhook_signature_mismatch'],
    response: { message: accepted },
    summary: 'Process an event of the payment provider'
  },
  listDisputes: { response: [exampleDispute], summary: 'List the disputes' },
  listRefunds: { response: [exampleRefund], summary: 'List the refunds' },
  listCompensations: {
    response: [
      { ...EXAMPLE_RIDE, amount: 75, created_at: EXAMPLE_CREATED_AT, id: '7d1c2f0a', payment_status: 'Cancelled' }
    ],
    summary: 'List what riders are owed for rides that were cancelled late'
  },
  sendRefund: {
    refusals: ['amount_changed', 'payment_disputed', 'refund_not_found', 'refund_not_open'],
    request: { amount: 150 },
    response: { ...exampleRefund, refund_id: null, status: 'due' },
    summary: 'Send a refund to the provider again'
  },
  closeRefund: {
    refusals: ['amount_changed', 'paid_by_another', 'payment_disputed', 'refund_not_found', 'refund_not_open'],
    request: { amount: 150, note: 'Paid back in cash, receipt 17' },
    response: { ...exampleRefund, note: 'Paid back in cash, receipt 17', refund_id: null },
    summary: 'Close a refund that was paid by other means'
  },
  getRevenue: {
    response: [{ day: '2026-06-15', received: 4200, refunded: 140 }],
    summary: 'Get the revenue of each of the last days',
    tag: 'admin'
  }
}
