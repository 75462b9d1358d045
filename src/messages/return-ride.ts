// The question before a ride is ended, and its result.

export const rideEnded = 'Ride ended'
