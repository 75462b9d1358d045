import { BRAND_NAME } from '#domain/brand/brand.ts'
import { rupeesText } from '#domain/catalogue/pricing.ts'

// A payment and its result, on the booking page and in My Bookings. API responses: payment-responses.ts.

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

// Texts of a payment that is being made.

export function confirmingAmount(price: string): string {
  return `We're confirming your payment of ${price}`
}

export const gatewayUnavailable = 'Payment gateway not available'
export const verificationFailed = 'Payment verification failed. Please contact support.'
export const paymentCancelled = 'Payment cancelled'
export const paymentFailedReason = 'Payment failed'

export function checkoutDescription(scooter: string, when: string): string {
  return `${scooter}, ${when}`
}

// The question before the payment if the order's price is not the one that the rider saw.

export const priceChanged = 'The price has changed'
export const previousPrice = 'Previous price'
export const newPrice = 'New price'

/** The button that opens the payment. `amount` in rupees. */
export function payAmount(amount: number): string {
  return `Pay ${rupeesText(amount)}`
}
