// API responses about refunds and disputes.

export const refundNotFound = 'Refund not found'
export const amountRequired = 'Enter the amount to refund'
export const reasonRequired = 'Enter the reason'
export const amountChanged = 'The amount to refund has changed. Please check it again.'
export const noteRequired = 'Enter how the money was refunded'
export const nothingToRefund = 'This booking has no payment to refund'
/** `left` is an amount with its sign, such as ₹70. */
export const refundTooHigh = (left: string) => `At most ${left} can be refunded`
export const refundNotOpen = 'This refund no longer needs a decision'
export const paymentDisputed = "The rider's bank disputes this payment. Check the dispute before you refund it."
export const unknownStatusOfDispute = "The dispute's id and status are required"
export const disputeLost = 'The dispute was lost: the rider got the money from the bank.'
export const refundFailed = 'The provider could not refund the payment'

export const refundPartFailed =
  "The provider could not refund a part of the payment. Check the refunded amount in the provider's dashboard."

export const providerUnreachable = 'The payment provider is not responding. Please try again.'
