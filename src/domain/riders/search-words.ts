import { PHONE_DIGITS } from '#domain/constants.ts'
import { foldText } from '#domain/kit/text.ts'
import { bareNumber, compactPhone, hasEmail } from './contact.ts'

// The words by which admins find riders. Riders and queries are folded alike, so that neither accents nor the way in
// which a text was typed or pasted matter.

const WORD = /[\p{L}\p{M}\p{N}\p{So}]+/gu
/** Digits, and no letters. */
const PHONE_QUERY = /^[^\p{L}\p{M}\p{So}@]*\d[^\p{L}\p{M}\p{So}@]*$/u
/** A number of any length, and no part of a name: its country is named. */
const HAS_COUNTRY = /^\W*(?:\+|00[1-9]\d)/

const digitsIn = (text: string): string => text.replaceAll(/\D/g, '')
const wordsIn = (folded: string): string[] => folded.match(WORD) ?? []

/**
 * An Indian number with and without the country code and the zero before it, whichever was typed; any other number as
 * it is.
 */
function phoneWords(phone: string): string[] {
  const number = compactPhone(phone)
  const [, national] = /^(?:\+91)?(\d{10})$/.exec(number) ?? []
  return national === undefined ? [digitsIn(number)] : [national, `91${national}`, `0${national}`]
}

/** The words of a rider's name, email (whole and its parts) and phone, each once. */
export function riderWords({ email, name, phone }: { email: string; name: string; phone: string }): string[] {
  const address = hasEmail(email) ? foldText(email) : ''
  const words = [...wordsIn(foldText(name)), address, ...wordsIn(address), ...phoneWords(phone)]
  return [...new Set(words)].filter(word => word !== '')
}

/**
 * The words of a search. A rider matches if each is the start of one of the rider's words. Text with an '@' is the
 * start of a whole email, and digits with separators are one phone number.
 */
export function searchWords(query: string): string[] {
  const folded = foldText(query)
  const number = bareNumber(query)
  if (PHONE_QUERY.test(number)) return [phoneQuery(number)]
  const words = folded.split(/\s+/).flatMap(part => (/[^@]@/.test(part) ? part : wordsIn(part)))
  return [...new Set(words)]
}

/** A short number may be a part of a name, which keeps its zeros. A rider's words have a number with its zero, too. */
function phoneQuery(number: string): string {
  const digits = digitsIn(number)
  const isShort = digits.length < PHONE_DIGITS.min && !HAS_COUNTRY.test(number)
  return isShort ? digits : digitsIn(compactPhone(number))
}
