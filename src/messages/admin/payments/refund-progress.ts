/** Of each refund that an admin starts. The screens of a booking do not load the other texts of refunds. */
export const refundProgress = {
  failed: 'Failed to send the refund',
  queued: 'The refund will be sent within a minute',
  sending: 'Refunding...'
} as const
