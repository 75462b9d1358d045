// Payment results, shown on the booking page and in My Bookings.

export const paymentSucceeded = 'Payment successful! Your booking is confirmed.'
export const holdEnded = 'The time to pay for this booking has ended. Please book again.'

export function paymentReference(payment_id: string): string {
  return `Payment reference: ${payment_id}`
}
