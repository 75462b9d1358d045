// The unpaid extension on the card of its ride, and its payment. `when` is a time, with the day if it is not today.

export const completeToExtend = 'Complete your payment to extend your ride'
export const extensionExpired = "Payment for the extension wasn't completed in time."
export const cancelExtension = 'Cancel extension'

export function extensionUntil(when: string): string {
  return `Extension until ${when}`
}
