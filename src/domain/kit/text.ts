// Texts as a search compares them: people leave out accents, and paste characters that nobody sees.

const UNSEARCHED = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const ACCENTED_LATIN = /(\p{Script=Latin})\p{M}+/gu
const DIGIT = /\p{Nd}/u

/** Letters that Unicode doesn't take apart into a letter and an accent, each before what stands for it. */
const WHOLE_LETTERS = ['ßss', 'æae', 'ðd', 'øo', 'đd', 'ıi', 'łl', 'œoe']

/** Ten digits of a script follow each other, from its zero. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1
  return value
}

/**
 * Lower case, without Latin accents and invisible characters, in compatible forms ('ﬁ' as 'fi', '＋' as '+') and with
 * the digits 0 to 9 for those of every script. Accents of other scripts change a letter to another one, and stay.
 */
export function foldText(text: string): string {
  return text
    .replace(UNSEARCHED, '')
    .normalize('NFKD')
    .replace(ACCENTED_LATIN, '$1')
    .toLowerCase()
    .replace(/[ßæðøđıłœ]/g, letter => WHOLE_LETTERS.find(each => each.startsWith(letter))?.slice(1) ?? letter)
    .replace(/\p{Nd}/gu, digit => String(digitValue(digit)))
}

/**
 * By this text SQLite sorts names as a person reads them: 'Anil', 'arif', 'Ārif', 'Asha', 'Éva'. The name itself decides
 * between names that are folded alike.
 */
export const nameKey = (name: string): string => `${foldText(name)}\t${name}`

/** Whether a text contains each word of a search, in any order. */
export function wordMatcher(search: string): (text: string) => boolean {
  const words = foldText(search).split(/\s+/).filter(Boolean)
  return text => {
    const folded = words.length > 0 ? foldText(text) : ''
    return words.every(word => folded.includes(word))
  }
}

/** Tabs and line breaks. */
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/g
/**
 * What shows nothing, and lone surrogates. Some of it turns the direction of the text around it, and a backup with NUL
 * cannot be imported. Indian scripts need the joiners, and emoji the variation selectors.
 */
const INVISIBLE =
  /(?![\u200C\u200D]|[\uFE00-\uFE0F])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\u2800\uFFF9-\uFFFB]/gu
/** White space, marks and joiners show nothing alone. */
const VISIBLE = /[^\p{Z}\p{M}\u200C\u200D]/u

/** What somebody typed, as one line of visible text; '' if it shows nothing. */
export function cleanLine(typed: string): string {
  const line = typed.replace(BREAKS, ' ').replace(INVISIBLE, '').normalize('NFC').trim()
  return VISIBLE.test(line) ? line : ''
}

/** The ids that our backend makes: 32 hexadecimal digits (server/runtime/crypto.ts). */
export const ID_PATTERN = /^[\da-f]{32}$/

/** A new id of a request that may be sent again. */
export const newRequestId = (): string => crypto.randomUUID().replaceAll('-', '')
