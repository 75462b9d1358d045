import { moneyText, rupeesText } from '#domain/catalogue/pricing.ts'
import type { AttemptStatus } from '#domain/payments/statuses.ts'

// Payment attempts and refunds of one booking.

export const paymentDetails = {
  checkNow: 'Check payment status',
  checking: 'Checking...',
  attempts: 'Attempts',
  checkFailed: 'Failed to check the payment status',
  checked: 'Payment status checked',
  loadFailed: 'Failed to load the payments',
  loading: 'Loading the payments...',
  noAttempts: 'No payment attempts yet.',
  noOrder: 'No order was created.',
  noRefunds: 'No refunds.',
  order: 'Order',
  refunds: 'Refunds',
  title: 'Booking payments'
} as const

/** A part of the payment that an admin refunds without ending the booking. */
export const goodwill = {
  amount: 'Amount to refund (₹)',
  atMost: (rupees: number) => `At most ${rupeesText(rupees)}`,
  consequence: 'The booking stays as it is. This cannot be undone.',
  open: 'Partial refund',
  send: 'Refund'
} as const

interface Attempt {
  amount?: number | null | undefined
  currency?: string | null | undefined
  status: AttemptStatus
}

const ATTEMPT_WORDS: Record<AttemptStatus, string> = {
  captured: 'Paid',
  dismissed: 'The payment dialog was closed',
  failed: 'The payment failed'
}

/** 'Paid ₹140', or 'The payment failed (₹140)'. */
export function attemptText({ amount, currency, status }: Attempt): string {
  const words = ATTEMPT_WORDS[status]
  if (typeof amount !== 'number' || !currency) return words
  const money = moneyText(amount, currency)
  return status === 'captured' ? `${words} ${money}` : `${words} (${money})`
}
