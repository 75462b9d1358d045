import { RETURN_PHOTO_RETENTION_DAYS } from '#domain/constants.ts'
import * as labels from '#messages/labels.ts'
import * as returnRide from '#messages/my-bookings/manage-ride.ts'

// An admin ends a ride, or looks at the photo of its return.

export const returning = {
  action: returnRide.endRide,
  busy: returnRide.ending,
  consequence: `${returnRide.endRideEffect} Extensions that have not started are refunded under the cancellation rules.`,
  done: returnRide.rideEnded,
  failed: returnRide.returnFailed,
  question: returnRide.returnQuestion
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
