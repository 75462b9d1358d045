import { atom } from 'nanostores'

export interface PaymentError {
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
