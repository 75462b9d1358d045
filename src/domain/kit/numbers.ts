export function sumBy<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0)
}

// Whole numbers typed by an admin. They set prices, so nothing is interpreted: plain digits are the number, and
// everything else is NaN. stores/admin/crud/row-form.ts replaces text that contains no number.

const PLAIN_DIGITS = /^\d+$/
/** Digits of every script, and fractions, Roman numerals and the like. */
const ANY_NUMERAL = /\p{N}/u

/** Returns NaN for anything but plain digits. Returns Infinity beyond safe integers, so that any maximum rejects it. */
export function parseWholeNumber(typed: string): number {
  const trimmed = typed.trim()
  if (!PLAIN_DIGITS.test(trimmed)) return Number.NaN
  const value = Number(trimmed)
  return Number.isSafeInteger(value) ? value : Number.POSITIVE_INFINITY
}

/** True for 'abc', but not for '49.5', '1,200' or '१२': replacing a number would change a price. */
export function containsNoNumber(typed: string): boolean {
  return typed.trim() !== '' && !ANY_NUMERAL.test(typed)
}
