import { PHONE_DIGITS } from '#domain/constants.ts'

// The words by which admins find riders. The migration that first stored them has the same rules in SQL, whose lower()
// changes ASCII letters only. Therefore only those match without regard to case.

/** Letters and digits, in lower case. Of ASCII and Latin-1 no other characters, and no general punctuation. */
const WORD = /[0-9a-z\u00C0-\u1FFF\u2070-\u{10FFFF}]+/gu
const PHONE_QUERY = /^[\s()+.-]*\d[\d\s()+.-]*$/
const COUNTRY_CODE = '91'
/** Digits of a phone number in India, without the country code. */
const NATIONAL_DIGITS = 10

function lowerCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, letters => letters.toLowerCase())
}

function wordsIn(text: string): string[] {
  return lowerCase(text).match(WORD) ?? []
}

/** The digits without a leading 0 or 00. */
function phoneNumber(text: string): string {
  return text.replaceAll(/\D/g, '').replace(/^0+/, '')
}

/** An Indian number with and without the country code, whichever was typed; any other number as it is. */
function phoneWords(phone: string): string[] {
  const number = phoneNumber(phone)
  if (number.length === NATIONAL_DIGITS) return [number, COUNTRY_CODE + number]
  const hasCode = number.length === COUNTRY_CODE.length + NATIONAL_DIGITS && number.startsWith(COUNTRY_CODE)
  return hasCode ? [number, number.slice(COUNTRY_CODE.length)] : [number]
}

/** The words of a rider's name, email (whole and its parts) and phone, each once. */
export function riderWords({ email, name, phone }: { email: string; name: string; phone: string }): string[] {
  const words = [...wordsIn(name), lowerCase(email), ...wordsIn(email), ...phoneWords(phone)]
  return [...new Set(words)].filter(word => word !== '')
}

/**
 * The words of a search. A rider matches if each is the start of one of the rider's words. Text with an '@' is the
 * start of a whole email, and digits with separators are one phone number.
 */
export function searchWords(query: string): string[] {
  if (PHONE_QUERY.test(query)) return [phoneQuery(query)]
  const words = query.split(/\s+/).flatMap(part => (/[^@]@/.test(part) ? lowerCase(part) : wordsIn(part)))
  return [...new Set(words)]
}

/** A short number may be a part of a name, which keeps its zeros. */
function phoneQuery(query: string): string {
  const digits = query.replaceAll(/\D/g, '')
  return digits.length < PHONE_DIGITS.min ? digits : phoneNumber(query)
}
