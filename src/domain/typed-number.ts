// What a person typed into a field for a whole number. A price decides what is charged, so nothing is interpreted: plain
// digits are that number, and anything else is refused or, where it holds no number at all, replaced as spec §5 says.

const PLAIN_DIGITS = /^\d+$/
/** Digits of every script, and fractions, roman numerals and the like. */
const ANY_NUMERAL = /\p{N}/u

/** NaN for what is not plain digits; Infinity for what is too long to be told exactly, so that any maximum refuses it. */
export function parseWholeNumber(typed: string): number {
  const trimmed = typed.trim()
  if (!PLAIN_DIGITS.test(trimmed)) return Number.NaN
  const value = Number(trimmed)
  return Number.isSafeInteger(value) ? value : Number.POSITIVE_INFINITY
}

/** 'abc', but not '49.5', '1,200' or '१२': those are numbers, and replacing them would change a price. */
export function containsNoNumber(typed: string): boolean {
  return typed.trim() !== '' && !ANY_NUMERAL.test(typed)
}
