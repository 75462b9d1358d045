/**
 * Phases in order, in the provider's terms. A won dispute can return in a later phase; an unknown phase counts as the
 * earliest.
 */
export const DISPUTE_PHASES = ['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration'] as const
export type DisputePhase = (typeof DISPUTE_PHASES)[number]

/** Statuses in the order in which a dispute passes them. */
export const DISPUTE_STATUSES = ['open', 'under_review', 'action_required', 'won', 'lost', 'closed'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/** A response is due. Without one the dispute is lost at its deadline. */
export const UNANSWERED_STATUSES = ['open', 'action_required'] as const
/** Final: no further action. */
export const DECIDED_STATUSES = ['won', 'lost', 'closed'] as const
/** The merchant keeps the money, so the payment can be refunded. */
export const NON_BLOCKING_STATUSES = ['won', 'closed'] as const

export const isUnanswered = (status: DisputeStatus) => UNANSWERED_STATUSES.some(each => each === status)
export const isDecided = (status: DisputeStatus) => DECIDED_STATUSES.some(each => each === status)
