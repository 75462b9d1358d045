import { brand } from '#messages/app-shell.ts'

// The payment dialog and its result, on the booking page and in My Bookings. API responses: payment-responses.ts.

export const paymentSucceeded = 'Payment successful! Your booking is confirmed.'
export const completePaymentLabel = 'Complete Payment'
export const chatWithSupport = 'Chat with support'
export const holdEnded = 'Your hold has expired. Please book again.'

export function paymentReference(payment_id: string): string {
  return `Payment reference: ${payment_id}`
}

/** The prefilled text of a support chat about a payment that is not confirmed. */
export function paymentSupportRequest(payment_id: string): string {
  return `Hi ${brand}, I paid for a booking, but it is not confirmed (payment ${payment_id}).`
}

export function confirmingAmount(price: string): string {
  return `We're confirming your ${price}`
}

export const gatewayUnavailable = 'Payment gateway not available'
export const verificationFailed = 'Payment verification failed. Please contact support.'
export const paymentCancelled = 'Payment cancelled'
export const paymentFailedReason = 'Payment failed'

export function checkoutDescription(scooter: string, when: string): string {
  return `${scooter}, ${when}`
}
