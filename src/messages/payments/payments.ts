import { BRAND_NAME } from '#domain/brand/brand.ts'

// Results of a payment, on the booking page and in My Bookings. A payment that is being made: checkout.ts. API
// responses: payment-responses.ts.

export const paymentSucceeded = 'Payment successful! Your booking is confirmed.'
export const completePaymentLabel = 'Complete Payment'
export const holdExpired = 'Your hold has expired. Please book again.'

export function paymentReference(paymentId: string): string {
  return `Payment reference: ${paymentId}`
}

/** The prefilled text of a support chat about a payment that is not confirmed. */
export function paymentSupportRequest(paymentId: string): string {
  return `Hi ${BRAND_NAME}, I paid for a booking, but it is not confirmed (payment ${paymentId}).`
}
