import { moneyText, rupeesText } from '#domain/pricing.ts'
import type { RefundReason, RefundStatus } from '#domain/refunds.ts'

/** Refunds. */
export const payments = {
  all: 'All refunds',
  amount: 'Amount',
  close: 'Given back another way',
  closeFailed: 'The refund could not be settled',
  closeAction: 'Mark as given back',
  closeText: 'Nothing more is sent through the payment provider. This cannot be undone.',
  closed: 'Noted as given back',
  closing: 'Saving...',
  copied: 'Copied',
  copyByHand: 'Tap the id to select it, then copy it',
  empty: 'No refunds yet',
  emptyText: 'Money that goes back to riders appears here.',
  needsReview: 'Needs you',
  note: 'How was it given back?',
  noteHint: 'For example: in cash, or by bank transfer.',
  nothingToReview: 'Nothing needs you',
  nothingToReviewText: 'Refunds that do not go through by themselves wait here for you.',
  payment: 'Payment',
  refund: 'Refund',
  ride: 'Ride',
  rider: 'Rider',
  sendFailed: 'The refund could not be sent',
  sendText: 'The payment provider gives all of it back. This cannot be undone.',
  sending: 'Refunding...',
  sent: 'The refund goes to the payment provider within a minute',
  sorts: { created_at: 'Oldest first' },
  status: 'Status',
  why: 'Why'
} as const

/** Payment details of one booking. */
export const paymentDetails = {
  checkNow: 'Ask the provider now',
  checking: 'Asking...',
  attempts: 'Attempts',
  checkFailed: 'The payment provider could not be asked',
  checked: 'The payment provider has been asked',
  loadFailed: 'Failed to load the payments',
  loading: 'Loading the payments...',
  noAttempts: 'Nobody has tried to pay yet.',
  noOrder: 'No order was opened.',
  noRefunds: 'No money goes back.',
  order: 'Order',
  refunds: 'Refunds',
  title: 'Payments of the booking'
} as const

/** The count as a sentence, for screen readers. */
export function reviewsWaiting(count: number, hasMore: boolean): string {
  if (hasMore) return `more than ${count} refunds need you`
  return count === 1 ? '1 refund needs you' : `${count} refunds need you`
}

export interface Payer {
  user_email: string
  user_name: string
}

export const payerName = ({ user_email, user_name }: Payer) => user_name || user_email

/** 'Refund ₹140' */
export function refundText({ amount, currency }: { amount: number; currency: string }): string {
  return `${payments.refund} ${moneyText(amount, currency)}`
}

/** 'Refund ₹140 to Asha Rao?' */
export function sendQuestion(refund: Payer & { amount: number; currency: string }): string {
  return `${refundText(refund)} to ${payerName(refund)}?`
}

/** 'Was ₹140 given back to Asha Rao another way?' */
export function closeQuestion(refund: Payer & { amount: number; currency: string }): string {
  return `Was ${moneyText(refund.amount, refund.currency)} given back to ${payerName(refund)} another way?`
}

const REFUND_STATUS_WORDS: Record<RefundStatus, string> = {
  due: 'To be sent',
  processed: 'Given back',
  review: payments.needsReview,
  sent: 'Sent'
}

export function refundStatus(status: string): string {
  return (REFUND_STATUS_WORDS as Record<string, string>)[status] ?? status
}

const REFUND_REASON_WORDS: Record<RefundReason, string> = {
  cancelled: 'An admin cancelled the booking.',
  elsewhere: 'It was given back at the payment provider’s own desk.',
  extra_payment: 'The booking was paid twice.',
  mismatch: 'What came is not what was ordered.',
  own_ride: 'The rider had paid for another ride at that time.',
  slot_lost: 'The scooter was no longer available when the money came.'
}

export function refundReason(reason: string): string {
  return (REFUND_REASON_WORDS as Record<string, string>)[reason] ?? reason
}

/** The ordered amount and the paid amount, if they differ. */
export function orderedAndPaid(refund: { amount: number; booking_amount: number; currency: string }): string {
  return `Ordered: ${rupeesText(refund.booking_amount)}. Came: ${moneyText(refund.amount, refund.currency)}.`
}

interface Attempt {
  amount?: number | null | undefined
  currency?: string | null | undefined
  status: string
}

const ATTEMPT_WORDS: Record<string, string> = {
  captured: 'Paid',
  dismissed: 'The payment dialog was closed',
  failed: 'The payment failed'
}

/** 'Paid ₹140'; an unknown status is returned unchanged. */
export function attemptText({ amount, currency, status }: Attempt): string {
  const words = ATTEMPT_WORDS[status] ?? status
  return typeof amount === 'number' && currency ? `${words} ${moneyText(amount, currency)}` : words
}
