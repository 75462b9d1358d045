import type { ReportKind } from '#domain/problems/problems.ts'
import { plainDateText } from '#domain/time/india-time.ts'
import * as problemsText from '#messages/problems.ts'

// What waits for somebody. Each row is a sentence. Times are as '6:00 pm', or with their day if it is not today.

export const title = 'Needs you'
export const failed = 'Failed to load what needs you'
export const loading = 'Loading what needs you...'
export const nothing = 'Nothing needs you.'
export const more = 'There is more. It appears here as rows are done.'

// What the staff read and press here, in Today and in the lists.

/** Screen readers hear 'from 482915 to 739264'. */
export const beforeOldPin = 'from '
export const beforeNewPin = ' to '
export const changed = 'Changed'
export const fixed = 'Fixed'
export const known = 'Known'
export const returned = 'Returned'

export const review = 'Review'
export const toReview = 'To review'

/** 'Next: 6:00 am, 3 rides.' */
export function nextRides(time: string, rides: number): string {
  return `Next: ${time}, ${rides === 1 ? '1 ride' : `${rides} rides`}.`
}

export function late(scooter: string, rider: string, ended: string): string {
  return `${scooter} is late: ${rider}, ended ${ended}.`
}

export function cannotBeRidden(scooter: string, kind: ReportKind): string {
  return kind === 'other'
    ? `${scooter} can't be ridden.`
    : `${scooter} can't be ridden: ${problemsText.PROBLEM_WORDS[kind]}.`
}

/** `before` is when the next ride starts; null: none soon. */
export function changePin(scooter: string, before: string | null): string {
  return `Change the PIN of ${scooter}${before ? ` before ${before}` : ''}.`
}

export function licenceWaits(rider: string, start: string): string {
  return `${rider} rides ${start}; the licence waits.`
}

/** `count` can be '50+'. */
export function ridersWait(count: string): string {
  return count === '1' ? "1 rider can't book: the licence waits." : `${count} riders can't book: their licences wait.`
}

/** `respondBy` is null if the bank names no time. */
export function dispute(amount: string, respondBy: string | null): string {
  return respondBy === null ? `Dispute of ${amount}: answer it today.` : `Dispute of ${amount}: answer by ${respondBy}.`
}

export function refund(amount: string): string {
  return `Refund of ${amount} needs a decision.`
}

export function owed(amount: string, rider: string): string {
  return `${amount} is owed to ${rider}.`
}

/** 'Insurance of Blue 3 ends on 2 Dec.' */
export function paperEnds({
  ends,
  paper,
  scooter,
  today
}: Record<'ends' | 'paper' | 'scooter' | 'today', string>): string {
  return `${paper} of ${scooter} ${ends < today ? 'ended' : 'ends'} on ${plainDateText(ends)}.`
}
