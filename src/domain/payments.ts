// The statuses of what belongs to a payment: attempts, refunds and disputes. Values on the wire and in the database.

/** How an attempt to pay ended. 'dismissed': the rider closed the payment dialog. */
export const ATTEMPT_STATUSES = ['captured', 'dismissed', 'failed'] as const
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number]

/**
 * Why money of a payment is refunded: slot lost, other paid ride at that time, booking already paid, wrong amount or
 * currency, booking cancelled, refunded in the provider's dashboard, or goodwill of an admin.
 */
export const REFUND_REASONS = [
  'slot_lost',
  'own_ride',
  'extra_payment',
  'mismatch',
  'cancelled',
  'elsewhere',
  'goodwill'
] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** 'due': to be sent. 'sent': accepted by the provider. 'processed': refunded. 'review': waits for an admin. */
export const REFUND_STATUSES = ['due', 'sent', 'processed', 'review'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** What a rider sees of a refund: 'pending' until it is processed. */
export const REFUND_STAGES = ['pending', 'processed'] as const

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

/** How long a bank takes for a refund. */
export const REFUND_WORKING_DAYS = { max: 7, min: 5 } as const

/** How a booking made by hand is paid at the desk. The id of its payment begins with it: nothing else marks it. */
export const DESK_METHODS = ['cash', 'upi', 'card', 'room', 'free'] as const
export type DeskMethod = (typeof DESK_METHODS)[number]

/** What the staff note about the payment, such as the room. */
export const DESK_NOTE_MAX_LENGTH = 80

export const deskPaymentId = (method: DeskMethod, booking: string) => `${method}-${booking}`

/** Null for a payment of the provider, whose ids have no hyphen, and without a payment. */
export function deskMethodOf(paymentId: string | null): DeskMethod | null {
  return DESK_METHODS.find(method => paymentId?.startsWith(`${method}-`)) ?? null
}
