/** Tells Excel that what follows is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

const FORMULA = /^[=+\-@\t\r\n]/
const NEEDS_QUOTES = /[",\r\n]/

/** One line of a file for spreadsheets (RFC 4180). What a spreadsheet would run as a formula is made plain text. */
export function csvLine(cells: readonly (number | string)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(value: number | string): string {
  if (typeof value === 'number') return String(value)
  const harmless = FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
