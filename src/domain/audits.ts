/** What an admin does is written down where it moves money or cannot be undone. */
export const AUDITED_ACTIONS = ['cancel_booking', 'send_refund', 'close_refund'] as const
export type AuditedAction = (typeof AUDITED_ACTIONS)[number]
