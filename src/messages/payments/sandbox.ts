// The sandbox's payment dialog, which replaces the provider's.
export const title = 'Test payment'
export const note = "No money is charged. Choose the bank's response."
export const pay = 'Pay'
export const fail = 'Fail'
export const declined = 'The bank declined the test payment. You can try again.'
export const unreachable = 'The test bank did not respond. You can try again.'
export const failureDescription = 'Payment failed: declined by the test bank'
export const refundTooHigh = 'The refund is higher than what is left of the payment'
export const orderNotFound = 'Order not found'
export const unknownOutcome = 'Choose success or failure'
