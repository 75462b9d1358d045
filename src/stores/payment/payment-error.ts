import { atom } from 'nanostores'

export interface PaymentError {
  sentence: string
  /** The provider's payment id, for support. */
  payment_id: string
}

/** An error about money that may have been taken. It stays on screen after its toast. */
export const $paymentError = atom<PaymentError | null>(null)
