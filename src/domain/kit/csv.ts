/** Marks the file as UTF-8 for Excel. */
export const BYTE_ORDER_MARK = '\uFEFF'

// Some spreadsheets treat full-width signs as plain ones and drop leading blanks.
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u
// Where the comma is the decimal sign, spreadsheets split cells at semicolons or tabs.
const NEEDS_QUOTES = /[",;\t\r\n]/

/** Returns one CSV line (RFC 4180). Cells that a spreadsheet would run as a formula become plain text. */
export function csvLine(cells: readonly (number | string)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: number | string): string {
  if (typeof value === 'number') return String(value)
  const harmless = FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
