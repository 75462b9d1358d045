import { rupeesText } from '#domain/catalogue/pricing.ts'
import { REFUND_WORKING_DAYS } from '#domain/constants.ts'
import { minutesText } from '#domain/time/time-texts.ts'
import { noRefund } from '#messages/labels.ts'

// The confirmation before a booking is cancelled, and its result.

export const cancelQuestion = 'Cancel this booking?'
export const extensionQuestion = 'Cancel this extension?'
export const extensionCancelled = 'Extension cancelled'
export const rideKeepsEnd = "Your ride's end time stays the same."
export const keepExtension = 'Keep extension'
export const keepBooking = 'Keep booking'
export const cancelling = 'Cancelling...'
export const bookingCancelled = 'Booking cancelled'
export const slotAvailableAgain = 'Other riders can book this time right away.'
export const refundMethod = `The refund goes to your original payment method and takes ${REFUND_WORKING_DAYS} working days.`

/** "You'll get ₹70 of ₹140 back." */
export function refundOf(refund: number, amount: number): string {
  if (refund === 0) return noRefund
  if (refund === amount) return `You'll get a full refund of ${rupeesText(amount)}.`
  return `You'll get ${rupeesText(refund)} of ${rupeesText(amount)} back.`
}

/** `when` is a time, with the day if it is not today. */
export function fullRefundUntil(when: string): string {
  return `A full refund is possible until ${when}.`
}

export function fullRefundEnded(when: string): string {
  return `A full refund was possible until ${when}.`
}

export function cancelledWithRefund(refund: number): string {
  return `${bookingCancelled}. ${rupeesText(refund)} will be refunded.`
}

/** Riders read it when they book, and admins when they set the rules of a property. */
export function freeCancelText(minutes: number): string {
  return minutes === 0
    ? 'Free to cancel until the start.'
    : `Free to cancel until ${minutesText(minutes)} before the start.`
}
