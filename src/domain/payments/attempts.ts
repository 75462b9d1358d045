/** How an attempt to pay ended. 'dismissed': the rider closed the payment dialog. */
export const ATTEMPT_STATUSES = ['captured', 'dismissed', 'failed'] as const
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number]
