import { RETURN_PHOTO_RETENTION_DAYS } from '#domain/constants.ts'
import * as commonText from '#messages/common.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'

// An admin ends a ride, or looks at the photo of its return.

export const returning = {
  action: commonText.endRide,
  busy: commonText.ending,
  consequence: `${commonText.endRideEffect} Extensions that have not started are refunded under the cancellation rules.`,
  done: commonText.rideEnded,
  failed: rideCardText.returnFailed,
  question: commonText.returnQuestion
} as const

export const returnPhoto = {
  alt: (scooter: string) => `Photo of ${scooter} where it was parked`,
  failed: 'Failed to load the photo',
  loading: 'Loading the photo...',
  missing: 'This photo is no longer stored.',
  notice: `Photos are deleted after ${RETURN_PHOTO_RETENTION_DAYS} days.`,
  save: commonText.downloadPhoto,
  title: 'Photo of the parked scooter'
} as const

// The staff move a ride to another scooter.

export const moving = {
  action: 'Move to another scooter',
  busy: 'Moving...',
  confirm: 'Move',
  consequence: 'The rider is told. Price and times stay the same.',
  failed: 'Failed to move the ride',
  loading: 'Loading the free scooters...',
  none: 'No other scooter is free for this time.',
  question: 'Move this ride?',
  scooter: 'Scooter',
  targetsFailed: 'Failed to load the free scooters'
} as const

export const moved = (scooter: string) => `The ride is on ${scooter} now`
