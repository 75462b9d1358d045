import type { KeptReason } from '#domain/bookings/cancellation.ts'
import { moneyText, rupeesText } from '#domain/money.ts'
import type { AttemptStatus, RefundReason, RefundStatus } from '#domain/payments.ts'
import { type Day, dayOf, plainDateText, timeText } from '#domain/time/india-time.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as commonText from '#messages/common.ts'

export const list = {
  all: 'All refunds',
  amount: 'Amount',
  bankReference: 'Bank reference',
  markRefundedFailed: 'Failed to mark the refund as refunded',
  markRefunded: 'Mark as refunded manually',
  markRefundedText: 'No refund is sent through the payment provider. This cannot be undone.',
  markedRefunded: 'Marked as refunded',
  copied: 'Copied',
  copyByHand: 'Tap the ID to select it, then copy it',
  empty: 'No refunds yet',
  emptyText: 'Refunds to riders appear here.',
  needsReview: listsText.needsAttention,
  note: 'How was it refunded?',
  noteHint: 'For example: in cash, or by bank transfer.',
  nothingToReview: 'All clear',
  nothingToReviewText: 'Failed refunds appear here.',
  payment: 'Payment',
  refund: 'Refund',
  ride: 'Ride',
  rider: 'Rider',
  sendText: 'The payment provider sends this amount to the rider. This cannot be undone.',
  sorts: { created_at: 'Oldest first' },
  status: 'Status',
  reason: 'Reason'
} as const

/** Before the time of the refund, where the list has no headings. */
export const refundBeforeTime = `${list.refund} · `

export interface RiderName {
  user_email: string
  user_name: string
}

export const riderName = ({ user_email, user_name }: RiderName) => user_name || user_email

export const refundLabel = ({ amount, currency }: { amount: number; currency: string }) =>
  `${list.refund} ${moneyText(amount, currency)}`

export const sendQuestion = (refund: RiderName & { amount: number; currency: string }) =>
  `${refundLabel(refund)} to ${riderName(refund)}?`

export const markRefundedQuestion = (refund: RiderName & { amount: number; currency: string }) =>
  `Was ${moneyText(refund.amount, refund.currency)} refunded to ${riderName(refund)} manually?`
const REFUND_STATUS_WORDS: Record<RefundStatus, string> = {
  due: 'Queued',
  processed: 'Refunded',
  review: list.needsReview,
  sent: 'Sent'
}

export const refundStatus = (status: RefundStatus) => REFUND_STATUS_WORDS[status]
const REFUND_REASON_WORDS: Record<RefundReason, string> = {
  cancelled: 'The booking was cancelled.',
  elsewhere: "It was refunded in the provider's dashboard.",
  extra_payment: 'The booking was already paid or cancelled.',
  goodwill: 'An admin refunded it as goodwill.',
  mismatch: "The payment doesn't match the order.",
  own_ride: 'The rider had paid for another ride at that time.',
  slot_lost: 'The scooter was no longer available when the payment arrived.'
}

export const refundReason = (reason: RefundReason) => REFUND_REASON_WORDS[reason]

interface NotedRefund {
  note: string
  refund_id: string | null
  status: RefundStatus
}

/**
 * The note of a refund. An admin's words are quoted: only a refund that was marked as refunded manually has them. Other
 * notes are by the system or the provider.
 */
export const refundNote = ({ note, refund_id, status }: NotedRefund) =>
  status === 'processed' && refund_id === null ? listsText.inQuotes(note) : note

export const orderedAndPaid = (refund: { amount: number; booking_amount: number; currency: string }) =>
  `Ordered: ${rupeesText(refund.booking_amount)}. Paid: ${moneyText(refund.amount, refund.currency)}.`

/** Of each refund that an admin starts. The screens of a booking do not load the other texts of refunds. */
export const refundProgress = {
  failed: 'Failed to send the refund',
  queued: 'The refund will be sent within a minute',
  sending: 'Refunding...'
} as const

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
  ride: 'The ride with its extensions',
  refunds: 'Refunds'
} as const

const KEPT_CAUSES: Record<KeptReason, string> = {
  cancelled_late: 'the rider cancelled after the free time',
  did_not_come: 'the rider did not come',
  returned_early: 'the scooter was returned before this extension began'
}

/** Why a cancelled row gave no refund, or not all. */
export function keptText({ amount, percent, reason }: { amount: number; percent: number; reason: KeptReason }): string {
  return `${rupeesText(amount)} is not refunded: ${KEPT_CAUSES[reason]}, and the terms refund ${percent === 0 ? 'nothing' : `${percent} %`} of it then.`
}

/** 'Agreed to the terms of 1 Dec 2026 on 3 Dec 2026, 10:14 am IST', for disputes. */
export const agreedText = (version: Day, at: Date) =>
  `Agreed to the terms of ${plainDateText(version)} on ${commonText.inIndianTime(`${plainDateText(dayOf(at))}, ${timeText(at)}`)}`

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

export function attemptText({ amount, currency, status }: Attempt): string {
  const words = ATTEMPT_WORDS[status]
  if (typeof amount !== 'number' || !currency) return words
  const money = moneyText(amount, currency)
  return status === 'captured' ? `${words} ${money}` : `${words} (${money})`
}

// API responses about refunds and disputes.

export const refundNotFound = 'Refund not found'
export const amountChanged = 'The amount has changed. Please check it again.'
export const nothingToRefund = 'This booking has no payment to refund'
/** `left` is an amount with its sign, such as ₹70. */
export const refundTooHigh = (left: string) => `At most ${left} can be refunded`
export const refundNotOpen = 'This refund no longer needs a decision'
export const paymentDisputed = "The rider's bank disputes this payment. Check the dispute before you refund it."
export const disputeLost = 'The dispute was lost: the rider got the money from the bank.'
export const refundFailed = 'The provider could not refund the payment'

export const refundPartFailed =
  "The provider could not refund a part of the payment. Check the refunded amount in the provider's dashboard."

export const providerUnreachable = 'The payment provider is not responding. Please try again.'

// What riders are owed for rides that were cancelled late.

export const compensations = {
  cancelled: 'Cancelled',
  failed: 'Failed to mark it as paid',
  heading: 'Owed to the rider',
  markPaid: 'Mark as paid',
  markedPaid: 'Marked as paid',
  none: 'Nothing is owed',
  noneText: 'What you owe riders for rides that you cancelled late appears here.',
  notPaid: 'Not paid yet',
  note: 'How was it paid?',
  noteHint: 'For example: in cash, or by UPI.',
  title: 'Owed to riders'
} as const

export const markPaidQuestion = (owed: RiderName & { amount: number }) =>
  `Was ${rupeesText(owed.amount)} paid to ${riderName(owed)}?`

/** `when` is a time, with its day. */
export const paidText = (when: string) => `Paid · ${when}`
/** Before the time of the cancellation, where the list has no headings. */
export const cancelledBeforeTime = `${compensations.cancelled} · `

export const compensationNotOwed = 'Nothing is owed for this ride.'
/** 'Ravi has paid this on Sat 28 Nov, 5:10 pm.' Another refund that is paid outside of the system says so, too. */
export const paidByAnother = (admin: string, when: string) => `${admin} has paid this on ${when}.`
