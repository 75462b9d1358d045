import { MIN_AGE_YEARS, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#domain/constants.ts'
import { type Day, dayOf } from '#domain/time/india-time.ts'

// What riders type about themselves.

/** Sign-ups with an earlier day have a mistyped year. */
export const EARLIEST_BIRTH: Day = '1900-01-01'

/** Age in whole years by India's calendar; the birthday counts. */
export function ageOn(dateOfBirth: Day, today: Day): number {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

/** By India's date at `now`; true from the 18th birthday on. */
export function isOldEnough(dateOfBirth: Day, now: Date): boolean {
  return ageOn(dateOfBirth, dayOf(now)) >= MIN_AGE_YEARS
}

/** What riders enter to join a property that has a code. */
export const JOIN_CODE = /^[A-Z\d]{6,20}$/

/** A code as it is stored and compared: case, spaces and hyphens do not count. */
export const joinCodeOf = (typed: string): string => typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase()

const SPECIAL_CHARACTERS = '!@#$%^&*(),.?":{}|<>'

/** The same requirements for the passwords that an iPhone suggests. */
export const PASSWORD_RULES = `minlength: ${PASSWORD_MIN_LENGTH}; maxlength: ${PASSWORD_MAX_LENGTH}; required: upper; required: lower; required: digit; required: [${SPECIAL_CHARACTERS}];`

/** The five password requirements, in display order; `messages/account/account.ts` has their texts. */
const PASSWORD_TESTS = {
  length: (password: string) => password.length >= PASSWORD_MIN_LENGTH,
  uppercase: (password: string) => /[A-Z]/.test(password),
  lowercase: (password: string) => /[a-z]/.test(password),
  number: (password: string) => /[0-9]/.test(password),
  special: (password: string) => Array.from(SPECIAL_CHARACTERS).some(character => password.includes(character))
} as const

export type PasswordRequirement = keyof typeof PASSWORD_TESTS
export const PASSWORD_REQUIREMENTS = Object.keys(PASSWORD_TESTS) as PasswordRequirement[]

/** Returns the requirements that are not met, in display order; empty for a valid password. */
export function missingRequirements(password: string): PasswordRequirement[] {
  return PASSWORD_REQUIREMENTS.filter(requirement => !PASSWORD_TESTS[requirement](password))
}
