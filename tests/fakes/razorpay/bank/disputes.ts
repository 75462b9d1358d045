import { Refusal } from '#tests/fakes/razorpay/refusal.ts'
import { type Dispute, newId, type Payment } from './entities.ts'
import type { ProviderState } from './provider-state.ts'

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

export function dispute(book: ProviderState, payment: Payment, request: DisputeRequest): Dispute {
  const { amount = payment.amount, hours = DEADLINE_HOURS, phase = 'chargeback' } = request
  if (!payment.captured) throw new Refusal(`A payment that is ${payment.status} is not disputed`)
  if (amount > payment.amount) throw new Refusal('A dispute is over no more than its payment', { field: 'amount' })
  const created: Dispute = {
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
  book.disputes.set(created.id, created)
  sendEvent(book, 'created', created)
  return created
}

/** The dashboard's Contest action; the bank then reviews the evidence. */
export function contest(book: ProviderState, created: Dispute): void {
  move(book, created, 'under_review', ['open'])
}

/** The bank asks for more evidence. */
export function requestEvidence(book: ProviderState, created: Dispute): void {
  move(book, created, 'open', ['under_review'])
}

export const DISPUTE_OUTCOMES = ['won', 'lost', 'closed'] as const
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number]

export function decide(book: ProviderState, created: Dispute, outcome: DisputeOutcome): void {
  move(book, created, outcome, ['open', 'under_review'])
}

function move(
  book: ProviderState,
  created: Dispute,
  status: Dispute['status'],
  from: readonly Dispute['status'][]
): void {
  if (!from.includes(created.status)) throw new Refusal(`The dispute is ${created.status}`)
  created.status = status
  // The provider's documentation says: 0 unless the dispute is lost.
  created.amount_deducted = status === 'lost' ? created.amount : 0
  if (status === 'under_review') created.evidence.submitted_at = book.now()
  sendEvent(book, status === 'open' ? 'action_required' : status, created)
}

function sendEvent(
  book: ProviderState,
  what: 'action_required' | 'created' | Exclude<Dispute['status'], 'open'>,
  created: Dispute
) {
  book.emit(`payment.dispute.${what}`, { payment: book.payment(created.payment_id), dispute: created })
}
