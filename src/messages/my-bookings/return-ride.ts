import { rupeesText } from '#domain/catalogue/pricing.ts'

// The question before a ride is ended, and its result.

export const returnAction = "I've returned it"
export const returnQuestion = 'End this ride now?'
export const endRideEffect = 'Others can book the scooter, and the PIN is no longer shown.'
export const noRefundForRemainingTime = 'There is no refund for the remaining time.'
export const photoLabel = 'Photo of the parked scooter (optional)'
export const choosePhoto = 'Choose a photo'
export const changePhoto = 'Change photo'
export const endRide = 'End ride'
export const ending = 'Ending...'
export const keepRiding = 'Keep riding'
export const rideEnded = 'Ride ended'
export const returnFailed = 'Failed to end the ride'

/** What is refunded for extensions that have not begun, in rupees. */
export function extensionRefund(refund: number): string {
  return `You'll get ${rupeesText(refund)} back for the extension that has not started.`
}

export function endedWithRefund(refund: number): string {
  return `${rideEnded}. ${rupeesText(refund)} will be refunded.`
}
