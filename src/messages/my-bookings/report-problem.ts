import { referenceGroups } from './my-bookings.ts'

// The dialog in which a rider reports what is wrong with the scooter of a ride.

export const somethingWrong = "Something's wrong"
export const stillNotWorking = "Still doesn't work"
export const back = 'Back'
export const yes = 'Yes'
export const no = 'No'
export const photoOptional = 'Photo (optional)'
export const report = 'Report'
export const sending = 'Sending...'
export const reportFailed = 'Failed to send the report'
export const notSentYet = 'Not sent yet. Your report is kept on this phone and sent as soon as possible.'
export const photoNotKept = "Your photo couldn't be sent. Your report is kept without it."

/** Of a report that was kept. Its words and the reason follow. */
export function notTaken(problem: string, scooter: string): string {
  return `Your report could not be taken: ${[problem, scooter].filter(Boolean).join(', ')}`
}

/** 'Thank you. Report 4F2A 91BC is noted.' */
export function reportNoted(id: string): string {
  return `Thank you. Report ${referenceGroups(id)} is noted.`
}
