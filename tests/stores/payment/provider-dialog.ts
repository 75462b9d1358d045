import type { DialogOptions, PaymentDialog, PaymentFailure } from '#client/payment/checkout.ts'

// A payment dialog of the provider that a test presses, and an order with its receipt.

/** The dialogs in the order they were opened. */
export const dialogs: ProviderDialog[] = []

export class ProviderDialog implements PaymentDialog {
  readonly options: DialogOptions
  refuse: (refused: PaymentFailure) => void = () => undefined

  constructor(options: DialogOptions) {
    this.options = options
  }

  on(_event: string, listener: (refused: PaymentFailure) => void) {
    this.refuse = listener
  }

  open() {
    dialogs.push(this)
  }

  close() {}
}

export const order = {
  amount: 14_000,
  currency: 'INR',
  razorpay_key: 'rzp_live_key',
  razorpay_order_id: 'order_1',
  session_id: 'payment-session-1'
}

export const receipt = { razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'signed' }
