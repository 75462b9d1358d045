// Texts as a search compares them: people leave out accents, and paste characters that nobody sees.

const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const ACCENTED_LATIN = /(\p{Script=Latin})\p{M}+/gu
const DIGIT = /\p{Nd}/u

/** Letters that Unicode doesn't take apart into a letter and an accent. */
const WHOLE_LETTERS = new Map(
  'ß:ss æ:ae ð:d ø:o đ:d ı:i ł:l œ:oe'.split(' ').map(pair => pair.split(':') as [string, string])
)

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
    .replace(INVISIBLE, '')
    .normalize('NFKD')
    .replace(ACCENTED_LATIN, '$1')
    .toLowerCase()
    .replace(/[ßæðøđıłœ]/g, letter => WHOLE_LETTERS.get(letter) ?? letter)
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
