import { BRAND_NAME } from '#domain/brand/brand.ts'

// The texts on the card of a ride. Those of its dialogs (manage-ride.ts) load with the first one.

export const extend = 'Extend'
export const extensionsFailed = 'Failed to load the extensions'
export const returnAction = "I've returned it"
export const returnFailed = 'Failed to end the ride'
export const keepRiding = 'Keep riding'

/** On the card of a ride that was ended without a network, until the answer has come. */
export const returnSentLater = 'Return sent later'

/** Of a ride that was ended without a network. `when` is a time, with the day if it is not today. */
export const returnKept = (when: string) =>
  `Return saved at ${when}. It is sent as soon as ${BRAND_NAME} is open with a network.`

// The unpaid extension, and its payment.

export const completeToExtend = 'Complete your payment to extend your ride'
export const extensionExpired = "Payment for the extension wasn't completed in time."
export const cancelExtension = 'Cancel extension'

/** `when` is a time, with the day if it is not today. */
export const extensionUntil = (when: string) => `Extension until ${when}`
