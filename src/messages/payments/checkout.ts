// Texts of a payment that is being made. Their code loads with the first payment.

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
