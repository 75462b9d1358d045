import { PHONE_DIGITS, PHONE_MAX_LENGTH } from '#domain/constants.ts'

// Plausibility of phone numbers and emails. Forms only warn, and riders may keep what they typed.

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
