import { RETURN_PHOTO_RETENTION_DAYS } from '#domain/constants.ts'
import * as returnRide from '#messages/my-bookings/return-ride.ts'

// An admin ends a ride, or looks at the photo of its return.

export const returning = {
  action: returnRide.endRide,
  busy: returnRide.ending,
  consequence: `${returnRide.consequence} Extensions that have not started are refunded as the cancellation rules say.`,
  done: returnRide.rideEnded,
  failed: returnRide.returnFailed,
  question: returnRide.returnQuestion
} as const

export const returnPhoto = {
  alt: (scooter: string) => `${scooter} as it was parked`,
  failed: 'Failed to load the photo',
  loading: 'Loading the photo...',
  missing: 'This photo is no longer stored.',
  notice: `Photos are deleted after ${RETURN_PHOTO_RETENTION_DAYS} days.`,
  save: 'Save photo',
  title: 'Photo at return'
} as const
