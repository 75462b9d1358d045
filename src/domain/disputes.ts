/**
 * How far a dispute has gone, in the provider's words. One that was won can come back in a later phase; one of a phase
 * that this list lacks counts as the earliest.
 */
export const DISPUTE_PHASES = ['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration'] as const
export type DisputePhase = (typeof DISPUTE_PHASES)[number]

/** What the last event said, in the order in which a dispute goes through them. */
export const DISPUTE_STATUSES = ['open', 'under_review', 'action_required', 'won', 'lost', 'closed'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/** An answer is due: without one the dispute is lost when its deadline passes. */
export const UNANSWERED_STATUSES = ['open', 'action_required'] as const
/** Nothing more is expected of anybody. */
export const DECIDED_STATUSES = ['won', 'lost', 'closed'] as const
/** The money stays where it is: the payment can be given back like any other. */
export const NON_BLOCKING_STATUSES = ['won', 'closed'] as const

export const isUnanswered = (status: string) => UNANSWERED_STATUSES.some(each => each === status)
export const isDecided = (status: string) => DECIDED_STATUSES.some(each => each === status)
