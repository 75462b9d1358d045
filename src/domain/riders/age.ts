import { MIN_AGE_YEARS } from '#domain/constants.ts'
import { type Day, dayOf } from '#domain/time/india-time.ts'

/** Age in whole years by India's calendar; the birthday counts. */
export function ageOn(dateOfBirth: Day, today: Day): number {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

/** By India's date at `now`; true from the 18th birthday on. */
export function isOldEnough(dateOfBirth: Day, now: Date): boolean {
  return ageOn(dateOfBirth, dayOf(now)) >= MIN_AGE_YEARS
}
