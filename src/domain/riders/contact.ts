import { PHONE_DIGITS, PHONE_MAX_LENGTH } from '#domain/constants.ts'
import { foldText } from '#domain/kit/text.ts'

// Phone numbers and emails are only plausible or not. Forms warn, and riders may keep what they typed.

/** 'ext. 12', 'x12' or '#12' at the end, dialled after the call is answered. */
const EXTENSION = /\W*(?:ext|x|#)\D*\d+$/
/** What an address, a message or a contact has before a number: 'tel:', 'Mob. ', 'https://wa.me/'. */
const LABEL =
  /^(?:(?:https?:\/\/)?wa\.me\/|(?:callto|cell|mob(?:ile)?|ph(?:one)?|sms|tel(?:ephone)?|whatsapp)\b[\s.:]*)/
/** What surrounds a number in a text. */
const EDGES = /^[\s"'<[“‘]+|[\s"'>\]”’.,;:!?]+$/g
/** ';phone-context=+91' (RFC 3966). */
const PARAMETERS = /;[a-z][a-z-]*=.*$/

/** A number without all that people paste with it, and with the digits 0 to 9. Every number is read by it. */
export function bareNumber(text: string): string {
  const bare = foldText(text).replace(EDGES, '').replace(LABEL, '')
  return bare.replace(EXTENSION, '').replace(PARAMETERS, '').replace(EDGES, '')
}

/** Anything but digits and separators, or a plus after a digit. */
const NON_PHONE_CHARACTERS = /[^\d\s()+./−\p{Pd}]|\d.*\+/u

/** True for letters, for too few or too many digits, and for too many characters. Empty text is not implausible. */
export function isImplausiblePhone(text: string): boolean {
  const typed = text.trim()
  if (typed.length > PHONE_MAX_LENGTH) return true
  const number = bareNumber(typed)
  const count = number.replace(/\D/g, '').length
  const isMiscounted = count < PHONE_DIGITS.min || count > PHONE_DIGITS.max
  return typed !== '' && (isMiscounted || NON_PHONE_CHARACTERS.test(number))
}

/** India's country code, and the digits of a number after it. */
const COUNTRY_CODE = '91'
const NATIONAL_DIGITS = 10
const INDIAN_NUMBER = /^(?:\+91|91(?=0?\d{10}$))0*/

/**
 * The digits of a number, after a '+' if a country is named: '+91 098450 11223 ext. 12' is '+919845011223'. The zero
 * that is only dialled inside a country is left out, as far as it can be told.
 */
export function compactPhone(text: string): string {
  return bareNumber(text)
    .replace('(0)', '')
    .replace(/[^\d+]/g, '')
    .replace(/^00+/, '+')
    .replace(/^0+/, '')
    .replace(INDIAN_NUMBER, `+${COUNTRY_CODE}`)
}

/** '+919845011223'; Indian unless a country is named. Null if nobody can be called by it. */
export function internationalPhone(text: string): string | null {
  const typed = compactPhone(text)
  const number = typed.length === NATIONAL_DIGITS && !typed.startsWith('+') ? `+${COUNTRY_CODE}${typed}` : typed
  const isComplete = number.startsWith(`+${COUNTRY_CODE}`) ? /^\+\d{12}$/ : /^\+[1-9]\d{6,14}$/
  return !isImplausiblePhone(text) && isComplete.test(number) ? number : null
}

/** For people: '+91 98450 11223'. Any other number is as it is dialled. */
export const phoneText = (text: string): string =>
  (internationalPhone(text) ?? text).replace(/^(\+91)(\d{5})(\d{5})$/, '$1 $2 $3')

/**
 * False for a guest whom the desk has added. Such a rider, and a deleted one, has something else where the email is
 * stored. No email is without '@' (EMAIL_PATTERN of contract/kit/fields.ts).
 */
export const hasEmail = (address: string): boolean => address.includes('@')

/** The domain must end in a dot, a letter and more. Other faults are rejected (contract/kit/fields.ts). */
const PLAUSIBLE_EMAIL = /.@[^@]+\.[^\d.][^.]+$/

/** Only a hint for the form. Empty text is not implausible. */
export function isImplausibleEmail(text: string): boolean {
  return text.trim() !== '' && !PLAUSIBLE_EMAIL.test(text.trim())
}
