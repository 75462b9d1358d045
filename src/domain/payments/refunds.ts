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
export type RefundStage = (typeof REFUND_STAGES)[number]
