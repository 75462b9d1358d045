import { brand } from './common.ts'

export const title = 'My Bookings'
export const subtitle = 'Manage and track your scooter bookings'
export const refresh = 'Refresh'
export const refreshing = 'Refreshing...'
export const loading = 'Loading your bookings...'
export const loadFailed = 'Failed to load bookings'
export const emptyTitle = 'No Bookings Yet'
export const emptyText = "You haven't made any bookings. Start by booking a scooter!"
export const bookScooter = 'Book a Scooter'
export const currentAndUpcoming = 'Current & Upcoming'
export const pastBookings = 'Past Bookings'
export const notCompleted = 'Not completed'
export const bookingCancelled =
  'This booking was cancelled for you. If you had paid, all of it goes back the way you paid.'
export const bookingRefunded = 'This ride could not be confirmed. All that you paid goes back the way you paid.'
export const bookingNotPaid = 'This booking was not paid for, so the scooter is no longer held for you.'
export const readyForUse = 'Ready for use'
export const date = 'Date'
export const duration = 'Duration'
export const startTime = 'Start Time'
export const endTime = 'End Time'
export const scooterPin = 'Scooter PIN'
export const enterPin = 'Enter this PIN to unlock your scooter'
export const copyPin = 'Copy PIN'
export const pinCopied = 'PIN copied'
export const copyByHand = 'Tap the PIN to select it, then copy it'
export const paymentRequired = 'Payment Required'
export const completeToConfirm = 'Complete your payment to confirm this booking'
export const completePayment = 'Complete Payment'
export const processing = 'Processing...'
export const heldFor = 'Held for'
export const confirmingPayment = 'Confirming payment'
export const confirmingText = 'Your payment is being checked. The PIN appears here as soon as it is confirmed.'
export const showMore = 'Show more'
export const getHelp = 'Get help with this booking'
export const cancelHold = 'Give up this booking'
export const cancelHoldFailed = 'The booking could not be given up'
export const completePaymentFailed = 'The payment could not be continued'

/** Shown above outdated bookings. `when` is a time, with the date if it is not today. */
export function savedOffline(when: string): string {
  return `You're offline. Showing what we saved at ${when}.`
}

export function savedUnreachable(when: string): string {
  return `We can't get the latest right now. Showing what we saved at ${when}.`
}

export function callSupport(phone: string): string {
  return `Call support: +${phone}`
}

export function timeLeft(span: string): string {
  return `${span} left`
}

export function startsIn(span: string): string {
  return `Starts in ${span}`
}

/** The prefilled text of a support chat about a booking. */
export function bookingSupportRequest(scooter: string, day: string, id: string): string {
  return `Hi ${brand}, I need help with my booking of the scooter ${scooter} on ${day} (booking ${id}).`
}

export function minutesToPay(minutes: number): string {
  return minutes === 1 ? 'One minute left to pay' : `${minutes} minutes left to pay`
}

/** '20+' if there are more rides than counted. */
export function ridesCount(title: string, count: number, hasMore = false): string {
  return `${title} (${count}${hasMore ? '+' : ''})`
}
