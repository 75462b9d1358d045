import { atom } from 'nanostores'

export interface PaymentError {
  sentence: string
  /** The provider's id of the payment, for support. */
  payment_id: string
}

/** What went wrong with money that may have been taken: it stays on screen when its toast has gone. */
export const $paymentError = atom<PaymentError | null>(null)
