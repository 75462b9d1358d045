import { DURATION_CHOICES_HOURS, HOLD_SECONDS } from '#domain/constants.ts'
import { hoursList } from './hours-list.ts'

export const loading = 'Loading the scooter...'
export const back = 'Back'
export const instructions = [
  'OTP is provided after successful payment',
  'Return the scooter to the same location',
  'Contact support if needed'
] as const
export const bookingDetails = 'Booking Details'
export const date = 'Date'
export const today = 'Today'
export const moreDates = 'More dates'
export const chooseDate = 'Choose a date'
export const closeCalendar = 'Close'
export const startTime = 'Start Time'
export const chooseTime = 'Choose a time'
export const past = 'past'
export const legendFree = 'Free'
export const legendYourRide = 'Your ride'
export const taken = 'taken'
/** A start time at which the rider has a ride. */
export const yours = 'yours'
/** A part of the day without a free start time. */
export const full = 'full'
export const legendTaken = 'Taken'
export const indiaTime = 'India time (IST)'
export const timeCleared = 'The chosen start time has passed. Please choose another.'
export const todayIsOver = 'No start times are left today. You see tomorrow.'
export const pricingPlan = 'Pricing Plan'
export const duration = 'Duration'
export const choosePlan = 'Choose a plan'
export const chooseDuration = 'Choose a duration'
export const summary = 'Summary'
export const endTime = 'End Time'
export const plan = 'Plan'
export const totalAmount = 'Total Amount'
export const notChosen = '–'
export const bookNow = 'Book Now'
export const processing = 'Processing...'
export const seeMyBookings = 'See My Bookings'
export const plansNotLoaded = "We couldn't load the pricing plans."
export const ratesNotLoaded = "We couldn't load this property's prices. These are the usual ones."
export const holdNotice = `We hold the scooter for ${HOLD_SECONDS / 60} minutes while you pay.`

/** Beside 'Complete Payment', after the rider closed the payment. */
export function heldUntil(time: string, isShortened: boolean): string {
  return isShortened ? `Held until ${time}. Closing the payment made your hold shorter.` : `Held until ${time}.`
}

export function confirmingAmount(price: string): string {
  return `We're confirming your ${price}`
}

export const partOfDay = 'Part of the day'
export const lengthOfRide = 'Length of the ride'
export const byTheHour = 'By the hour'
export const previousMonth = 'Previous month'
export const nextMonth = 'Next month'
export const priceChanged = 'The price has changed'
export const priceShown = 'Shown before'
export const priceAsked = 'To pay now'
export const declinePrice = 'Cancel'

export function timesIn(period: string): string {
  return `Start times, ${period}`
}

export function perHour(price: string): string {
  return `${price}/hour`
}

export function acceptPrice(price: string): string {
  return `Pay ${price}`
}

export function bookedUntil(time: string): string {
  return `until ${time}`
}

export function freeCount(count: number): string {
  return `${count} free`
}

/** Used if availability is unknown. */
export function timesCount(count: number): string {
  return count === 1 ? '1 start time' : `${count} start times`
}

/** A start time with the reason why it is unavailable: '6:00 pm, taken'. */
export function timeNotFree(time: string, reason: string): string {
  return `${time}, ${reason}`
}

/** A start time for screen readers: '10:30 am, Thursday 26 November, taken'. */
export function timeAccessibleLabel(time: string, day: string, reason: string | null): string {
  return reason === null ? `${time}, ${day}` : `${time}, ${day}, ${reason}`
}

export function takenFrom(time: string): string {
  return `taken from ${time}`
}

export function tooShort(hours: string): string {
  return `not free for ${hours}`
}

export function takenOrTooShort(hours: string): string {
  return `Taken, or not free for ${hours}`
}

export function timeTaken(time: string): string {
  return `${time} is taken on this date. Please choose another start time.`
}

export function timeTooShort(time: string, hours: string): string {
  return `The scooter is not free for ${hours} from ${time}. Please choose another start time.`
}

export function dayFull(hours: string): string {
  return `The scooter has no free time for ${hours} on this date.`
}

export function timeYours(time: string): string {
  return `You have a ride at ${time} on this date. Please choose another start time.`
}

/** A free start near the missed one; `day` is null if it is on the selected date. */
export function freeStart(time: string, day: string | null): string {
  return `Free at ${day === null ? time : `${day}, ${time}`}`
}

/** A shorter ride that fits at the missed start. */
export function shorterRide(time: string, hours: string): string {
  return `${time} for ${hours}`
}

export function plansOn(weekday: string, property: string): string {
  return `${weekday}s at ${property}`
}

export const choosePlanFirst = 'Please select date, time and a pricing plan'
export const bookingFailed = 'Booking failed'
export const profileNotLoaded = 'User profile not loaded'
export const scooterNotFound = 'Scooter not found'
export const scooterLoadFailed = 'Failed to load scooter details'
export const slotTaken = 'This time slot is already booked'
export const gatewayUnavailable = 'Payment gateway not available'
export const verificationFailed = 'Payment verification failed. Please contact support.'
export const paymentCancelled = 'Payment cancelled'
export const paymentFailedReason = 'Payment failed'

/** `day` is null if the booked window starts today in India. */
export function bookedBetween(start: string, end: string, day: string | null): string {
  return `The scooter is booked between ${start} to ${end} ${day === null ? 'today' : `on ${day}`}`
}

export function checkoutDescription(scooter: string, when: string): string {
  return `${scooter}, ${when}`
}

// API responses.
/** Any backend's message about a conflict starts with it. */
export const bookingConflictPrefix = 'Booking conflict'
export const bookingConflict = `${bookingConflictPrefix}: this time is already booked`
export const overlappingOwnRide = 'You already have a ride at this time'
/** `when`: '6:30 pm', with the date if it is not today. */
export function tooManyHoldsOfScooter(when: string): string {
  return `You have held this scooter several times without paying. Please try again after ${when}.`
}

export function tooManyHolds(when: string): string {
  return `You have held scooters many times without paying. Please try again after ${when}.`
}

export function holdEndingSoon(when: string): string {
  return `There is not enough time left to pay. Please book again after ${when}.`
}

export const scooterUnavailable = 'This scooter is not available for booking'
export const startPassed = 'This start time has passed. Please choose a later one.'
export const startTooFar = 'Bookings can be made up to one year ahead'
export const startNotOnSlot = 'Start times are on the hour and the half hour'
export const planOrDuration = 'Choose either a pricing plan or a duration'
export const planNotFound = 'This pricing plan is not available'
export const planNotThatDay = 'This pricing plan is not available on that day'
export const invalidDuration = `Choose ${hoursList(DURATION_CHOICES_HOURS)}`
export const invalidStart = 'Please enter a valid start time'
export const paymentSessionNotFound = 'Payment session not found'
export const orderMismatch = 'This payment belongs to another booking'
export const signatureMismatch = 'The payment could not be verified'
export const attemptRecorded = 'The payment attempt was recorded'
export const noPaymentExpected = 'This booking can no longer be paid'
export const cannotCancel = 'This booking can no longer be cancelled'
export const refundChanged = 'The refund amount has changed. Please check it again.'
export const alreadyPaid = 'This booking is already paid'
export const bookingNotFound = 'Booking not found'
export const confirmed = 'Booking confirmed'
export const paidTooLate = 'The scooter was no longer available when your payment arrived. Your money will be refunded.'
export const paidForOverlappingRide = 'You already have a ride at this time. This payment will be refunded.'
export const paidTwice = 'This booking is already paid. Your second payment will be refunded.'
export const paymentRefunded = 'Your payment is being refunded.'
export const notPaid = 'Your bank did not complete the payment. No money was taken.'
export const authorisedTooLate =
  'Your payment arrived after your hold had expired. Your bank will return the money automatically.'
export const authorisedWrongAmount =
  "Your payment didn't match the price of this booking. Your bank will return the money automatically."
export const orderFailed = 'The payment could not be started. Please try again.'
export const paymentInReview = 'We are checking your payment. Please contact support.'
export const beingConfirmed = 'Your payment is being confirmed'
export const bookAgainToPay =
  'This payment can no longer be completed. Please book the scooter again or contact support.'
