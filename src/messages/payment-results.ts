// Payment results, shown on the booking page and in My Bookings.

export const paymentSucceeded = 'Payment successful! Your booking is confirmed.'
export const holdEnded = 'Your hold has expired. Please book again.'

export function paymentReference(payment_id: string): string {
  return `Payment reference: ${payment_id}`
}
