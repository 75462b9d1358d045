import { HOLD_MINUTES } from '#domain/constants.ts'
import { clockText, type Day, dayOf, hoursText, timeText } from '#domain/time/india-time.ts'
import { shortDayText, timeWithDay } from '#domain/time/time-texts.ts'

export const loading = 'Loading the scooter...'
export const back = 'Back'
export const instructions = [
  'OTP is provided after successful payment',
  'Return the scooter to the same location',
  'Contact support if needed'
] as const
export const bookingDetails = 'Booking Details'
export const pricingPlan = 'Pricing Plan'
export const choosePlan = 'Choose a plan'
export const chooseDuration = 'Choose a duration'
export const summary = 'Summary'
export const totalAmount = 'Total Amount'
export const notChosen = '–'
export const seeMyBookings = 'See My Bookings'
export const plansNotLoaded = "We couldn't load the pricing plans. You can book by the hour."
export const ratesNotLoaded = "We couldn't load this property's prices. These are the default prices."
export const holdNotice = `We hold the scooter for ${HOLD_MINUTES} minutes while you pay.`

/** Beside 'Complete Payment', after the rider closed the payment. */
export function heldUntil(time: string, isShortened: boolean): string {
  return isShortened
    ? `Pay by ${time}. You have less time because you closed the payment.`
    : `Pay by ${time} to keep this scooter.`
}

export const byTheHour = 'By the hour'

/** What stands below an offer: '₹80/hour', or why it does not fit. The name of a plan does not say its hours. */
export function offerCaption(remark: string, planHours: number | null): string {
  return planHours === null ? remark : `${hoursText(planHours)} · ${remark}`
}

/** 'Sun 29, 10:00 am → Mon 30, 10:00 am', as far as it is chosen. An end on the same day has no day. */
export function rideSpan(day: Day, slot: string | null, end: Date | undefined): string {
  const start = slot ? `${shortDayText(day)}, ${clockText(slot)}` : shortDayText(day)
  if (!end) return start
  return `${start} → ${dayOf(end) === day ? '' : `${shortDayText(dayOf(end))}, `}${timeText(end)}`
}

export function weekdayPrices(weekday: string): string {
  return `${weekday} prices`
}

export const choosePlanFirst = 'Please select date, time and a pricing plan'
export const bookingFailed = 'Booking failed'
export const profileNotLoaded = 'User profile not loaded'
export const scooterNotFound = 'Scooter not found'
export const scooterLoadFailed = 'Failed to load scooter details'
export const slotTaken = 'This time slot is already booked'

/**
 * Fixed by the specification (docs/glossary.md). `day` is null if the booked window starts today in India.
 */
export function bookedBetween(start: string, end: string, day: string | null): string {
  return `The scooter is booked between ${start} to ${end} ${day === null ? 'today' : `on ${day}`}`
}

/** '₹80/hour' */
export function perHour(price: string): string {
  return `${price}/hour`
}

/** Beside the status of a scooter: 'until 7:30 pm', with the day if it is not that of `now`. */
export function bookedUntil(end: Date, now: Date): string {
  return `until ${timeWithDay(end, dayOf(now))}`
}
