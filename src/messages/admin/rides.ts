import { ABSENT_AFTER_MINUTES } from '#domain/bookings/cancellation.ts'
import { RETURN_PHOTO_RETENTION_DAYS } from '#domain/constants.ts'
import { rupeesText } from '#domain/money.ts'
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

// The rider of a ride did not come.

/** In the activity log. */
export const didNotCome = 'Did not come'
/** For the rider, as the reason of the cancellation. */
export const nobodyCame = 'Nobody came'

export const absence = {
  action: didNotCome,
  busy: 'Freeing...',
  confirm: 'Free the scooter',
  failed: 'Failed to free the scooter',
  isHere: 'The scooter is here',
  question: (rider: string) => `Did ${rider} not come?`
} as const

export const nowFree = (scooter: string) => `${scooter} is free from now on.`

/** '₹70 of ₹140 goes back.' */
export const goesBack = ({ amount, refund }: { amount: number; refund: number }) =>
  refund === 0 ? 'Nothing goes back.' : `${rupeesText(refund)} of ${rupeesText(amount)} goes back.`

export const notAbsent = `This is possible from ${ABSENT_AFTER_MINUTES} minutes after the start until the end, if nobody has returned the scooter.`
/** `when`: 'at 6:02 pm'. */
export const pinRead = (when: string) => `The PIN was read ${when}.`
export const pinWasRead = (when: string) => `${pinRead(when)} Is the scooter here?`

// The PIN of a ride, for a rider who cannot read it.

export const slip = {
  failed: 'Failed to load the PIN',
  questions: (phone: string) => `Questions: ${phone}`,
  showPin: 'Show PIN',
  title: 'PIN for the rider'
}
