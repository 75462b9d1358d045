import { moneyText } from '#domain/money.ts'
import { DISPUTE_WARNING_HOURS } from '#domain/monitoring.ts'
import { type DisputePhase, type DisputeStatus, isDecided, isUnanswered, type RefundStatus } from '#domain/payments.ts'
import { dayOf, dayText, parseInstant, timeText } from '#domain/time/india-time.ts'
import { durationText } from '#domain/time/time-texts.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import * as listsText from '#messages/admin/lists.ts'

export const disputesTitle = 'Disputes'
export const disputesDescription =
  "A rider's bank wants a payment back. If you do not answer before the deadline, you lose the money. Answer in the payment provider's dashboard, under Transactions → Disputes."
export const openProviderDashboard = "Open the provider's dashboard (in a new tab)"
export const noneOpen = 'No open disputes'
export const noneOpenText = 'Disputed payments appear here with their deadline.'
export const decidedTitle = 'Decided disputes'
export const noneDecided = 'No decided disputes'
export const noneDecidedText = "Disputes appear here after the bank's decision."
export const disputedHeading = 'Disputed'
export const deadlineHeading = 'Deadline'
export const outcomeHeading = 'Outcome'
export const disputeHeading = 'Dispute'
/** Before the time of the dispute, where the list has no headings. */
export const disputeBeforeTime = `${disputeHeading} · `

// The second confirmation before a disputed payment is refunded.
export const goBack = 'Go back'
export const cancelDisputedQuestion = 'Cancel a booking with a disputed payment?'
export const cancelAction = 'Cancel and refund'
export const markDisputedQuestion = 'Mark a disputed payment as refunded?'
export const refundDisputedQuestion = 'Refund a disputed payment?'
export const sendAction = 'Refund anyway'

const STATUS_WORDS: Record<DisputeStatus, string> = {
  action_required: 'More proof needed',
  closed: 'Closed',
  lost: 'Lost',
  open: 'Answer needed',
  under_review: 'With the bank',
  won: 'Won'
}

export const statusText = (status: DisputeStatus) => STATUS_WORDS[status]
const PHASE_WORDS: Record<DisputePhase, string> = {
  arbitration: 'Chargeback, third round: the card network decides',
  chargeback: 'Chargeback',
  fraud: 'Suspected fraud',
  pre_arbitration: 'Chargeback, second round',
  retrieval: 'The bank asks for details'
}

export const phaseText = (phase: string) => (PHASE_WORDS as Record<string, string>)[phase] ?? reasonText(phase)

/** A reason code of the provider as words: 'Goods or services not received'. Full sentences are returned unchanged. */
export function reasonText(reason: string): string {
  if (!/^[a-z0-9_]+$/.test(reason)) return reason
  const words = reason.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

interface DisputeDetails {
  amount: number
  amount_deducted: number
  currency: string
  phase: string
  respond_by?: string | null | undefined
  status: DisputeStatus
}

/** '₹140', or '₹20 of ₹140' if only a part of the payment is disputed. */
export function amountText({ amount, booking_amount, currency }: DisputeDetails & { booking_amount: number }): string {
  const disputed = moneyText(amount, currency)
  return amount === booking_amount ? disputed : `${disputed} of ${moneyText(booking_amount, currency)}`
}

/** 'Answer by Thu 26 Nov, 5:00 pm IST'; null without a deadline, or if the dispute needs no answer any more. */
export function deadlineText({ respond_by, status }: DisputeDetails, now: Date): string | null {
  if (!respond_by || !isUnanswered(status)) return null
  const due = parseInstant(respond_by)
  const deadline = listsText.dayAndTime(dayText(dayOf(due)), timeText(due))
  return due < now ? `The deadline was ${deadline}` : `Answer by ${deadline}`
}

/** '20 h left' shortly before the deadline, 'Overdue' after it; otherwise null. */
export function urgencyText({ respond_by, status }: DisputeDetails, now: Date): string | null {
  if (!respond_by || !isUnanswered(status)) return null
  const left = parseInstant(respond_by).getTime() - now.getTime()
  if (left < 0) return 'Overdue'
  return left <= DISPUTE_WARNING_HOURS * HOUR_MS ? `${durationText(left)} left` : null
}

/** The outcome, or what the dispute is waiting for; null while it needs an answer. */
export function outcomeText({ amount, amount_deducted, currency, status }: DisputeDetails): string | null {
  const taken = amount_deducted > 0 ? `${moneyText(amount_deducted, currency)} was taken from your account.` : null
  if (status === 'lost') return taken ?? `The rider gets ${moneyText(amount, currency)} from the bank.`
  if (isDecided(status)) return taken ?? 'The money stays with you.'
  return taken ?? (isUnanswered(status) ? null : 'Your answer is with the bank.')
}

export const disputedText = ({ amount, currency, phase }: DisputeDetails) =>
  `The rider's bank disputes ${moneyText(amount, currency)} of this payment. ${phaseText(phase)}.`

export function refundConsequence({ amount, currency, phase, status }: DisputeDetails): string {
  if (status === 'lost') {
    return `The dispute is lost: the rider gets ${moneyText(amount, currency)} from the bank. A refund pays the rider twice.`
  }
  return phase === 'fraud'
    ? "A refund can resolve a suspected fraud. Then report the refund in the provider's dashboard. If you also lose the dispute, the rider is paid twice."
    : 'If you refund the payment and also lose the dispute, the rider is paid twice.'
}

/** The same for marking as refunded. After a lost dispute that is correct: the bank has already repaid the rider. */
export function markRefundedConsequence(dispute: DisputeDetails): string {
  const { amount, currency, status } = dispute
  if (status !== 'lost') return refundConsequence(dispute)
  return `The dispute is lost: the rider gets ${moneyText(amount, currency)} from the bank. No money is sent when you mark it.`
}

export function disputeBesideRefund(
  status: RefundStatus,
  dispute: DisputeDetails & { refund_allowed: boolean | null }
): string {
  if (status === 'due' && !dispute.refund_allowed) return 'The payment is disputed. The refund waits for the outcome.'
  return `The payment is disputed. Status: ${statusText(dispute.status).toLowerCase()}.`
}
