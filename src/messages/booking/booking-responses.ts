import { DURATION_CHOICES_HOURS } from '#domain/constants.ts'
import { hoursText } from '#domain/time/india-time.ts'

// API responses about bookings and holds.

/** Any backend's message about a conflict starts with it. */
export const bookingConflictPrefix = 'Booking conflict'

export const bookingConflict = `${bookingConflictPrefix}: this time is already booked`
export const overlappingOwnRide = 'You already have a ride at this time'

/** `when`: '6:30 pm', with the date if it is not today. */
export function tooManyHoldsOfScooter(when: string): string {
  return `You have held this scooter several times without paying. Please try again after ${when}.`
}

export function tooManyHolds(when: string): string {
  return `You have held scooters many times without paying. Please try again after ${when}.`
}

export function holdEndingSoon(when: string): string {
  return `There is not enough time left to pay. Please book again after ${when}.`
}

export const alreadyCancelled = 'This booking has already been cancelled'
export const cannotCancel = 'This booking can no longer be cancelled'
export const refundChanged = 'The refund amount has changed. Please check it again.'
export const rideNotStarted = 'This ride has not started yet'
export const cannotReturn = 'Only a paid ride can be ended'
export const rideChanged = 'This ride has just changed. Please try again.'
export const photoNotFound = 'This photo is no longer available. Please choose it again.'
export const scooterUnavailable = 'This scooter is not available for booking'
export const startPassed = 'This start time has passed. Please choose a later one.'
export const startNotOnSlot = 'Start times are on the hour and the half hour'
export const planOrDuration = 'Choose either a pricing plan or a duration'
export const planNotOffered = 'This pricing plan is not available'
export const planNotOfferedThatDay = 'This pricing plan is not available on that day'
export const invalidDuration = `Choose ${hoursList(DURATION_CHOICES_HOURS)}`
export const invalidStart = 'Enter a valid start time'
export const bookingNotFound = 'Booking not found'

// API responses about the limits of a property.

/** Also shown to the admin who sets the days. */
export function startTooFar(days: number): string {
  return `Bookings can be made up to ${days} ${days === 1 ? 'day' : 'days'} ahead`
}

/** Also shown to the admin who sets the hours. */
export function rideTooLong(hours: number): string {
  return `This property rents for up to ${hoursText(hours)}`
}

/** '1, 3, 6 or 12 hours' */
export function hoursList(hours: readonly number[]): string {
  return `${hours.slice(0, -1).join(', ')} or ${hours.at(-1)} hours`
}
