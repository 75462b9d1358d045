import { rupeesText } from '#domain/catalogue/pricing.ts'

// The question before the payment if the order's price is not the one that the rider saw.

export const priceChanged = 'The price has changed'
export const previousPrice = 'Previous price'
export const newPrice = 'New price'

/** The button that opens the payment. `amount` in rupees. */
export function payAmount(amount: number): string {
  return `Pay ${rupeesText(amount)}`
}
