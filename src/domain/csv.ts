/** Tells Excel that what follows is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

// A full-width sign counts as its plain one, and blanks before it are dropped, by some spreadsheets.
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u
// Where a comma is the decimal sign, a semicolon or a tab parts the cells.
const NEEDS_QUOTES = /[",;\t\r\n]/

/** One line of a file for spreadsheets (RFC 4180). What a spreadsheet would run as a formula is made plain text. */
export function csvLine(cells: readonly (number | string)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: number | string): string {
  if (typeof value === 'number') return String(value)
  const harmless = FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
