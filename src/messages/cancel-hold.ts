// The confirmation before a hold is cancelled.

export const cancelHoldConsequence = 'The time becomes free for other riders at once.'
export const cancelHoldConfirm = 'Give up'
export const cancelHoldQuestion = 'Give up this booking?'
export const cancellingHold = 'Giving up...'
export const keepBooking = 'Keep it'
export const holdCancelled = 'The time is free again'
