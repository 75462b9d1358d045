import {
  type ProblemKind,
  REPORT_BEFORE_MINUTES,
  type ReportKind,
  RIDES_PER_BLOCK_MAX,
  SERVICE_WINDOW_DAYS_MAX
} from '#domain/problems/problems.ts'

// What is wrong with a scooter: reports of riders, and damage that is known.

/** In a sentence that begins with the scooter. */
export const PROBLEM_WORDS: Record<ReportKind, string> = {
  pin: "the PIN doesn't work",
  wont_start: "it won't start",
  not_here: "it isn't here",
  damaged: "it's damaged",
  other: "it can't be ridden"
}

export const PROBLEM_NAMES: Record<ProblemKind, string> = {
  pin: "The PIN doesn't work",
  wont_start: "It won't start",
  not_here: "It isn't here",
  damaged: "It's damaged",
  other: 'Something else',
  service: 'Service'
}

export const whatIsWrong = 'What is wrong?'
export const canYouRide = 'Can you still ride it?'
export const tooEarly = `You can report a problem from ${REPORT_BEFORE_MINUTES} minutes before your ride`
export const rideOver = 'This ride is over. Please contact support'
export const problemFixed = 'This problem is already fixed'
export const problemNotFound = 'Problem not found'
export const noteMissing = 'Say what riders should know'
export const tooManyRides = `At most ${RIDES_PER_BLOCK_MAX} rides at once`
export const rideTwice = 'A ride is named twice'
export const windowInvalid = `Choose times from now on, at most ${SERVICE_WINDOW_DAYS_MAX} days`

export const knownDamage = (note: string) => `Known damage: ${note.replace(/[.\s]+$/, '')}. No need to report it.`
