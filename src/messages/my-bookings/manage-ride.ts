import { rupeesText } from '#domain/catalogue/pricing.ts'
import { paid } from './my-bookings.ts'

/** 'Paid ₹140', above what a rider can do with a ride. */
export function paidAmount(amount: number): string {
  return `${paid} ${rupeesText(amount)}`
}

// The entry of a ride in the rider's own calendar.

export const addToCalendar = 'Add to calendar'
export const calendarFile = 'Calendar file'
export const googleCalendar = 'Google Calendar'
export const calendarFailed = 'Failed to load the ride. Please try again.'
export const fileName = 'scooter.ics'

export function entryTitle(scooter: string): string {
  return `Scooter ${scooter}`
}

/** `location` is the property's address; null if it is unknown. */
export function entryLocation(property: string, location: string | null): string {
  return location ? `${property}, ${location}` : property
}

export function entryDescription(myBookingsUrl: string): string {
  return `Your PIN is in My Bookings: ${myBookingsUrl}`
}

// The steps before a support chat, about a PIN that does not unlock the scooter.

export const helpTitle = 'PIN not working?'
export const enterAgain = 'Enter the six digits again, slowly:'
export const contactUs = 'Still not working, or another question? Contact us with your reference:'

interface Place {
  parking_note?: string | null | undefined
  property_name?: string | null | undefined
}

/** Names the place as far as it is known. */
export function checkScooter(scooter: string, { parking_note, property_name }: Place): string {
  return `Check that this is the right scooter: ${[scooter, property_name, parking_note].filter(Boolean).join(', ')}.`
}

export function checkTime(ride: string): string {
  return `Check that your ride has started: ${ride}.`
}

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
