import type { ProviderState } from './book.ts'
import { type Dispute, newId, type Payment } from './entities.ts'
import { Refusal } from './refusal.ts'

// Disputes that a rider's bank opens after capture, and their outcomes.

export interface DisputeRequest {
  /** In paise; defaults to the whole payment. */
  amount?: number | undefined
  /** Hours until the response deadline. */
  hours?: number | undefined
  phase?: Dispute['phase'] | undefined
}

export const DISPUTE_PHASES: readonly Dispute['phase'][] = [
  'fraud',
  'retrieval',
  'chargeback',
  'pre_arbitration',
  'arbitration'
]

const DEADLINE_HOURS = 5 * 24

export function dispute(book: ProviderState, payment: Payment, asked: DisputeRequest): Dispute {
  const { amount = payment.amount, hours = DEADLINE_HOURS, phase = 'chargeback' } = asked
  if (!payment.captured) throw new Refusal(`A payment that is ${payment.status} is not disputed`)
  if (amount > payment.amount) throw new Refusal('A dispute is over no more than its payment', { field: 'amount' })
  const made: Dispute = {
    amount,
    amount_deducted: 0,
    created_at: book.now(),
    currency: payment.currency,
    entity: 'dispute',
    evidence: { amount, submitted_at: null, summary: null },
    id: newId('disp'),
    payment_id: payment.id,
    phase,
    reason_code: 'goods_or_services_not_received_or_partially_received',
    reason_description: 'The customer did not receive what he paid for.',
    respond_by: book.now() + hours * 3600,
    status: 'open'
  }
  book.disputes.set(made.id, made)
  sendEvent(book, 'created', made)
  return made
}

/** The dashboard's Contest action; the bank then reviews the evidence. */
export function contest(book: ProviderState, made: Dispute): void {
  move(book, made, 'under_review', ['open'])
}

/** The bank asks for more evidence. */
export function requestEvidence(book: ProviderState, made: Dispute): void {
  move(book, made, 'open', ['under_review'])
}

export const DISPUTE_OUTCOMES = ['won', 'lost', 'closed'] as const
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number]

export function decide(book: ProviderState, made: Dispute, outcome: DisputeOutcome): void {
  move(book, made, outcome, ['open', 'under_review'])
}

function move(book: ProviderState, made: Dispute, status: Dispute['status'], from: readonly Dispute['status'][]): void {
  if (!from.includes(made.status)) throw new Refusal(`The dispute is ${made.status}`)
  made.status = status
  // The provider's documentation says: 0 unless the dispute is lost.
  made.amount_deducted = status === 'lost' ? made.amount : 0
  if (status === 'under_review') made.evidence.submitted_at = book.now()
  sendEvent(book, status === 'open' ? 'action_required' : status, made)
}

function sendEvent(
  book: ProviderState,
  what: 'action_required' | 'created' | Exclude<Dispute['status'], 'open'>,
  made: Dispute
) {
  book.tell(`payment.dispute.${what}`, { payment: book.payment(made.payment_id), dispute: made })
}
