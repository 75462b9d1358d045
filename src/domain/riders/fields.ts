import { MIN_AGE_YEARS, PASSWORD_MIN_LENGTH, PHONE_DIGITS, PHONE_MAX_LENGTH } from '#domain/constants.ts'
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

/** The five password requirements, in display order; `messages/account/account.ts` has their texts. */
const PASSWORD_TESTS = {
  length: (password: string) => password.length >= PASSWORD_MIN_LENGTH,
  uppercase: (password: string) => /[A-Z]/.test(password),
  lowercase: (password: string) => /[a-z]/.test(password),
  number: (password: string) => /[0-9]/.test(password),
  special: (password: string) => /[!@#$%^&*(),.?":{}|<>]/.test(password)
} as const

export type PasswordRequirement = keyof typeof PASSWORD_TESTS
export const PASSWORD_REQUIREMENTS = Object.keys(PASSWORD_TESTS) as PasswordRequirement[]

/** Returns the requirements that are not met, in display order; empty for a valid password. */
export function missingRequirements(password: string): PasswordRequirement[] {
  return PASSWORD_REQUIREMENTS.filter(requirement => !PASSWORD_TESTS[requirement](password))
}

// Phone numbers and emails are only plausible or not. Forms warn, and riders may keep what they typed.

/** 'ext. 12', 'x12' or '#12' at the end, dialled after the call is answered. */
const EXTENSION = /\W*(?:ext|x|#)\D*\d+$/i
/** Anything but digits of any script and separators, or a plus after a digit. */
const NON_PHONE_CHARACTERS = /[^\p{Nd}\s()+＋./‐-―-]|\p{Nd}.*[+＋]/u

/** True for letters, for too few or too many digits, and for too many characters. Empty text is not implausible. */
export function isImplausiblePhone(text: string): boolean {
  const typed = text.trim()
  if (typed.length > PHONE_MAX_LENGTH) return true
  const number = typed.replace(EXTENSION, '')
  const count = number.replace(/\P{Nd}/gu, '').length
  const isMiscounted = count < PHONE_DIGITS.min || count > PHONE_DIGITS.max
  return typed !== '' && (isMiscounted || NON_PHONE_CHARACTERS.test(number))
}

/** The domain must end in a dot, a letter and more. Other faults are rejected (contract/kit/fields.ts). */
const PLAUSIBLE_EMAIL = /.@[^@]+\.[^\d.][^.]+$/

/** Only a hint for the form. Empty text is not implausible. */
export function isImplausibleEmail(text: string): boolean {
  return text.trim() !== '' && !PLAUSIBLE_EMAIL.test(text.trim())
}
