import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { order } from '#contract/payments/orders.ts'

/** 'Complete Payment' returns the same order again while the hold lives. */
export const resumePayment = defineEndpoint({
  access: 'rider',
  isEmbeddedOnly: true,
  method: 'POST',
  output: order,
  path: '/bookings/{id}/resume'
})
