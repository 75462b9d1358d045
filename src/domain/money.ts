// Money is whole rupees; the provider's amounts are in paise.

export const CURRENCY = 'INR'
export const PAISE_PER_RUPEE = 100

/** Rupees can have two decimals. */
export function paiseOf(rupees: number): number {
  return Math.round(rupees * PAISE_PER_RUPEE)
}

export function rupeesOf(paise: number): number {
  return paise / PAISE_PER_RUPEE
}

/** A difference of paise is one of whole numbers. */
export const subtractRupees = (one: number, other: number): number => rupeesOf(paiseOf(one) - paiseOf(other))

const PAISE_DIGITS = 2
const GROUP_START = /\B(?=(?:\d{2})*\d{3}$)/g

/**
 * '12,34,567': the last three digits, then groups of two. `Intl.NumberFormat` is not used, because creating one blocks
 * a slow phone for 80 ms before the first control responds.
 */
export function groupDigits(integer: number | string): string {
  return String(integer).replace(GROUP_START, ',')
}

/** '1,200' for whole numbers, else two decimals: '1,200.50'. */
function numberText(amount: number): string {
  if (Number.isInteger(amount)) return groupDigits(amount)
  const [rupees = '', paise] = amount.toFixed(PAISE_DIGITS).split('.')
  return `${groupDigits(rupees)}.${paise}`
}

/** '₹1,200', '₹12.50', '−₹300' */
export function rupeesText(amount: number): string {
  return `${amount < 0 ? '−' : ''}₹${numberText(Math.abs(amount))}`
}

/** '₹1,200', or 'USD 12.50' for other currencies. */
export function moneyText(amount: number, currency: string): string {
  return currency === CURRENCY ? rupeesText(amount) : `${currency}\u00A0${numberText(amount)}`
}
