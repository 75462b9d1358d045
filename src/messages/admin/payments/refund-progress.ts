/** Of each refund that an admin starts. A file of its own, because the screens of a booking do not load those of refunds. */
export const refundProgress = {
  queued: 'The refund will be sent within a minute',
  sending: 'Refunding...'
} as const
