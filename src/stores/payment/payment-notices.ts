import { atom } from 'nanostores'
import type { Order } from '#contract/payments/orders.ts'
import { rupeesOf } from '#domain/money.ts'

interface PaymentError {
  sentence: string
  /** The provider's payment id, for support. */
  payment_id: string
  /** The price in rupees, if the payment may still be confirmed; null if the server has rejected it. */
  amountBeingConfirmed: number | null
  /** The property's own number of support. */
  supportPhone?: string | null | undefined
}

/** An error about money that may have been taken. It stays on screen after its toast. */
export const $paymentError = atom<PaymentError | null>(null)

interface PriceConfirmation {
  resolve: (agreed: boolean) => void
  /** Both prices in rupees: the order's, and the one that the page showed. */
  orderPrice: number
  shownPrice: number
}

/** Set when the order's price differs from the price that the page showed; the rider must confirm it. */
export const $priceConfirmation = atom<PriceConfirmation | null>(null)

/** Returns whether the rider agrees to the order's price. Asks only if it differs from `shownPrice`, in rupees. */
export async function confirmPrice(order: Order, shownPrice: number): Promise<boolean> {
  const orderPrice = rupeesOf(order.amount)
  if (orderPrice === shownPrice) return true
  const agreed = await new Promise<boolean>(resolve => $priceConfirmation.set({ resolve, orderPrice, shownPrice }))
  $priceConfirmation.set(null)
  return agreed
}
