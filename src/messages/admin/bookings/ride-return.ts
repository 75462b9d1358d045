import { RETURN_PHOTO_RETENTION_DAYS } from '#domain/constants.ts'
import * as returnRide from '#messages/my-bookings/return-ride.ts'

/** An admin ends a ride, or looks at the photo of its return. */
export const returning = {
  action: returnRide.endRide,
  busy: returnRide.ending,
  consequence: `${returnRide.consequence} Extensions that have not started are refunded as the cancellation rules say.`,
  done: returnRide.rideEnded,
  failed: returnRide.returnFailed,
  photo: 'Photo at return',
  photoFailed: 'Failed to load the photo',
  photoKept: `Photos are deleted after ${RETURN_PHOTO_RETENTION_DAYS} days.`,
  photoLoading: 'Loading the photo...',
  photoMissing: 'This photo is no longer stored.',
  photoOf: (scooter: string) => `${scooter} as it was parked`,
  question: returnRide.returnQuestion,
  savePhoto: 'Save photo'
} as const
