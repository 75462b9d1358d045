import * as v from 'valibot'

// CSV files.

/** Marks the file as UTF-8 for Excel. */
const BYTE_ORDER_MARK = '\uFEFF'

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

/** The start of a file, with its headings. */
export const csvStart = (headings: readonly string[]) => BYTE_ORDER_MARK + csvLine(headings)

/**
 * A file as the browser reads it, without its byte order mark. The mark must be added again when the file is saved.
 */
export const csvFile = v.pipe(
  v.string(),
  v.transform(file => BYTE_ORDER_MARK + file.replace(BYTE_ORDER_MARK, ''))
)
