// API responses about an admin's change of a booking.

export const rideNotUnderWay = 'This ride is not in progress. Reload the list.'
export const bookingEnded = 'This booking can no longer be cancelled. Reload the list.'
