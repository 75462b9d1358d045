/**
 * Why money goes back: its slot was lost, its rider had paid for another ride at that time, its booking was paid already,
 * its amount or currency was not the order's, an admin cancelled the booking, or it was given back at the provider's own
 * desk.
 */
export const REFUND_REASONS = ['slot_lost', 'own_ride', 'extra_payment', 'mismatch', 'cancelled', 'elsewhere'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** To be sent, taken on by the provider, given back, or waiting for an admin (design.md §10.2). */
export const REFUND_STATUSES = ['due', 'sent', 'processed', 'review'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]
