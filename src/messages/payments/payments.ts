import { BRAND_NAME } from '#domain/brand/brand.ts'
import { rupeesText } from '#domain/money.ts'

// A payment and its result, on the booking page and in My Bookings.

export const paymentSucceeded = 'Payment successful! Your booking is confirmed.'
export const completePaymentLabel = 'Complete Payment'
export const holdExpired = 'Your hold has expired. Please book again.'
export const paymentReference = (paymentId: string) => `Payment reference: ${paymentId}`

/** The prefilled text of a support chat about a payment that is not confirmed. */
export const paymentSupportRequest = (paymentId: string) =>
  `Hi ${BRAND_NAME}, I paid for a booking, but it is not confirmed (payment ${paymentId}).`

// Texts of a payment that is being made.

export const confirmingAmount = (price: string) => `We're confirming your payment of ${price}`
export const gatewayUnavailable = 'Payment gateway not available'
export const verificationFailed = 'Payment verification failed. Please contact support.'
export const paymentCancelled = 'Payment cancelled'
export const paymentFailedReason = 'Payment failed'
export const checkoutDescription = (scooter: string, when: string) => `${scooter}, ${when}`

// The question before the payment if the order's price is not the one that the rider saw.

export const priceChanged = 'The price has changed'
export const previousPrice = 'Previous price'
export const newPrice = 'New price'

/** The button that opens the payment. `amount` in rupees. */
export const payAmount = (amount: number) => `Pay ${rupeesText(amount)}`

export const paymentSessionNotFound = 'Payment session not found'
export const orderMismatch = 'This payment belongs to another booking'
export const signatureMismatch = 'The payment could not be verified'
export const attemptRecorded = 'The payment attempt was recorded'
export const noPaymentExpected = 'This booking can no longer be paid'
export const alreadyPaid = 'This booking is already paid'
export const bookingConfirmed = 'Booking confirmed'
export const paidTooLate = 'The scooter was no longer available when your payment arrived. Your money will be refunded.'
export const paidForOverlappingRide = 'You already have a ride at this time. This payment will be refunded.'
export const paidTwice = 'This booking is already paid. Your second payment will be refunded.'
export const paymentBeingRefunded = 'Your payment is being refunded.'
export const bankDeclined = "Your bank didn't complete the payment. If money was taken, your bank will return it."

export const authorisedTooLate =
  'Your payment arrived after your hold had expired. Your bank will return the money automatically.'

export const authorisedWrongAmount =
  "Your payment didn't match the price of this booking. Your bank will return the money automatically."

export const orderFailed = "We couldn't start the payment. Please try again."
export const holdEnded = 'This hold has ended. My Bookings shows your rides.'
export const paymentInReview = 'This payment needs a manual check. Please contact support.'
export const beingConfirmed = 'Your payment is being confirmed'

export const bookAgainToPay =
  'This payment can no longer be completed. Please book the scooter again or contact support.'

// Responses to the provider's webhooks; no rider or admin sees them.

export const notSigned = 'Not signed by the provider'
export const webhookAccepted = 'Accepted'
export const nothingToDo = 'Nothing to do'

// The sandbox's payment dialog, which replaces the provider's.
export const sandboxTitle = 'Test payment'
export const sandboxNote = "No money is charged. Choose the bank's response."
export const sandboxPay = 'Pay'
export const sandboxFail = 'Fail'
export const sandboxDeclined = 'The bank declined the test payment. You can try again.'
export const sandboxUnreachable = 'The test bank did not respond. You can try again.'
export const sandboxFailure = 'Payment failed: declined by the test bank'
export const sandboxRefundTooHigh = 'The refund is higher than what is left of the payment'
export const orderNotFound = 'Order not found'
export const unknownOutcome = 'Choose success or failure'
