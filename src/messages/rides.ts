// What riders and the staff read when they end or cancel a ride.

export const returnQuestion = 'End this ride now?'
export const endRideEffect = 'Others can book the scooter, and the PIN is no longer shown.'
export const endRide = 'End ride'
export const ending = 'Ending...'
export const rideEnded = 'Ride ended'
export const cancelQuestion = 'Cancel this booking?'
export const keepBooking = 'Keep booking'
export const cancelling = 'Cancelling...'
export const bookingCancelled = 'Booking cancelled'
export const slotAvailableAgain = 'Other riders can book this time right away.'
