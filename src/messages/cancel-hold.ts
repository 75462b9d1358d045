// The confirmation before a hold is cancelled. My Bookings loads it with the dialog only.

export const cancelHoldConsequence = 'Other riders can book this time right away.'
export const cancelHoldConfirm = 'Cancel booking'
export const cancelHoldQuestion = 'Cancel this booking?'
export const cancellingHold = 'Cancelling...'
export const keepBooking = 'Keep booking'
export const holdCancelled = 'Booking cancelled'
