import { RETURN_PHOTO_RETENTION_DAYS } from '#domain/constants.ts'
import * as labels from '#messages/labels.ts'
import { returnFailed } from '#messages/my-bookings/ride-card.ts'
import * as rides from '#messages/rides.ts'

// An admin ends a ride, or looks at the photo of its return.

export const returning = {
  action: rides.endRide,
  busy: rides.ending,
  consequence: `${rides.endRideEffect} Extensions that have not started are refunded under the cancellation rules.`,
  done: rides.rideEnded,
  failed: returnFailed,
  question: rides.returnQuestion
} as const

export const returnPhoto = {
  alt: (scooter: string) => `Photo of ${scooter} where it was parked`,
  failed: 'Failed to load the photo',
  loading: 'Loading the photo...',
  missing: 'This photo is no longer stored.',
  notice: `Photos are deleted after ${RETURN_PHOTO_RETENTION_DAYS} days.`,
  save: labels.downloadPhoto,
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

/** 'The ride is on Blue 3 now' */
export function moved(scooter: string): string {
  return `The ride is on ${scooter} now`
}
