import { PHONE_DIGITS, PHONE_MAX_LENGTH } from './constants.ts'

// What cannot be a phone number or an e-mail address. It is only pointed out: whoever knows better keeps what he typed.

/** 'ext. 12', 'x12' or '#12' at the end: a phone asks for it after it has answered. */
const EXTENSION = /\W*(?:ext|x|#)\D*\d+$/i
/** Anything but digits, of whatever script, and what parts them; or a plus behind one. */
const NON_PHONE_CHARACTERS = /[^\p{Nd}\s()+＋./‐-―-]|\p{Nd}.*[+＋]/u

/** Letters, or fewer or more digits than any number has; nothing is not yet a number that cannot be one. */
export function isImplausiblePhone(text: string): boolean {
  const number = text.trim().slice(0, PHONE_MAX_LENGTH).replace(EXTENSION, '')
  const count = number.replace(/\P{Nd}/gu, '').length
  const isMiscounted = count < PHONE_DIGITS.min || count > PHONE_DIGITS.max
  return text.trim() !== '' && (isMiscounted || NON_PHONE_CHARACTERS.test(number))
}

/** A domain ends as one does: after a dot, with a letter and more. Other faults are refused (contract/kit/fields.ts). */
const PLAUSIBLE_EMAIL = /.@[^@]+\.[^\d.][^.]+$/

export function isImplausibleEmail(text: string): boolean {
  return text.trim() !== '' && !PLAUSIBLE_EMAIL.test(text.trim())
}
