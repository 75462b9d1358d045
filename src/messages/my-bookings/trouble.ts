import { rupeesText } from '#domain/money.ts'
import type { Trouble } from '#domain/problems/problems.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'

// What a rider can have instead of a scooter with trouble.

/** Why its rider may need another one. Who has reported it knows. */
export const TROUBLE_CAUSES: Record<Exclude<Trouble, 'reported'>, string> = {
  broken: 'This scooter may not be rideable.',
  late: 'The rider before you is late.'
}

export const seeOptions = 'See your options'
export const chooseWay = 'Choose what suits you'
export const loadingOptions = 'Looking for other scooters...'
export const optionsFailed = 'Failed to load your options'
export const scooterChanged = 'Scooter changed'
export const takeScooter = 'Take this one'
export const takingScooter = 'Changing...'
export const takeFailed = 'Failed to change the scooter'
export const noOtherScooter = 'No other scooter is free for your time.'
export const bookingEnds = 'Your booking ends.'
export const rideEnds = 'Your ride ends now.'
export const refundFailed = 'Failed to get the money back'
export const keepScooter = 'Keep this scooter'
export const moneyBack = (rupees: number) => `Get ${rupeesText(rupees)} back`
export const youHave = (scooter: string) => `You have ${scooter} now.`

// The dialog in which a rider reports what is wrong with the scooter of a ride.

export const somethingWrong = "Something's wrong"
export const stillNotWorking = "Still doesn't work"
export const answerYes = 'Yes'
export const answerNo = 'No'
export const photoOptional = 'Photo (optional)'
export const sendReport = 'Report'
export const reportFailed = 'Failed to send the report'
export const notSentYet = 'Not sent yet. Your report is kept on this phone and sent as soon as possible.'
export const photoNotKept = "Your photo couldn't be sent. Your report is kept without it."

/** Of a report that was kept. Its words and the reason follow. */
export const notTaken = (problem: string, scooter: string) =>
  `Your report could not be taken: ${[problem, scooter].filter(Boolean).join(', ')}`

export const reportNoted = (id: string) => `Thank you. Report ${myBookingsText.referenceGroups(id)} is noted.`
