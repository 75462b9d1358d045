import type { CancellationTerms } from '#domain/bookings/cancellation.ts'
import { DURATION_CHOICES_HOURS, HOLD_MINUTES, PLAN_HOURS } from '#domain/constants.ts'
import {
  clockText,
  type Day,
  dateText,
  dayNumber,
  dayOf,
  dayText,
  hoursText,
  monthShort,
  timeText
} from '#domain/time/india-time.ts'
import { minutesText, shortDayText } from '#domain/time/time-texts.ts'
import * as commonText from '#messages/common.ts'

export const loading = 'Loading the scooter...'
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
export const heldUntil = (time: string, isShortened: boolean) =>
  isShortened
    ? `Pay by ${time}. You have less time because you closed the payment.`
    : `Pay by ${time} to keep this scooter.`

/** Riders read it when they book, and admins when they set the rules of a property. */
export const freeCancelText = (minutes: number) =>
  `Free to cancel until ${minutes === 0 ? 'the start' : beforeStart(minutes)}.`
export const graceText = (minutes: number) =>
  minutes === 0
    ? 'No extra time to cancel after paying.'
    : `Also free to cancel for ${minutesText(minutes)} after paying.`

/** What is refunded after the free time. */
export function lateCancelText(percent: number, freeCancelMinutes: number): string {
  if (percent === 100 || freeCancelMinutes === 0) return 'A full refund until the ride starts.'
  if (percent === 0) return 'After the free time there is no refund.'
  return `After the free time, ${percent}% is refunded until the ride starts.`
}

export const beforeStart = (minutes: number) => `${minutesText(minutes)} before the start`

/** The terms of a ride, before it is paid. `until` is when the free time ends; null if it has passed. */
export function rideTerms(terms: CancellationTerms, until: string | null): string {
  const { free_cancel_minutes, grace_minutes, late_cancel_percent } = terms
  const late = lateCancelText(late_cancel_percent, free_cancel_minutes)
  if (late_cancel_percent === 100 || free_cancel_minutes === 0) return late
  const grace = grace_minutes > 0 && `for ${minutesText(grace_minutes)} after paying`
  const free = [until !== null && `until ${until}`, grace].filter(Boolean).join(', and ')
  return free === '' ? late : `Free to cancel ${free}. ${late}`
}

export const noCancellationNow = "A ride that starts at once can't be cancelled."

export const byTheHour = 'By the hour'

/** What stands below an offer: '₹80/hour', or why it does not fit. The name of a plan does not say its hours. */
export const offerCaption = (remark: string, planHours: number | null) =>
  planHours === null ? remark : `${hoursText(planHours)} · ${remark}`

/** 'Sun 29, 10:00 am → Mon 30, 10:00 am', as far as it is chosen. An end on the same day has no day. */
export function rideSpan(day: Day, slot: string | null, end: Date | undefined): string {
  const start = slot ? `${shortDayText(day)}, ${clockText(slot)}` : shortDayText(day)
  if (!end) return start
  return `${start} → ${dayOf(end) === day ? '' : `${shortDayText(dayOf(end))}, `}${timeText(end)}`
}

export const weekdayPrices = (weekday: string) => `${weekday} prices`
export const choosePlanFirst = 'Please select date, time and a pricing plan'
export const bookingFailed = 'Booking failed'
export const profileNotLoaded = 'User profile not loaded'
export const scooterNotFound = 'Scooter not found'
export const scooterLoadFailed = 'Failed to load scooter details'
export const slotTaken = 'This time slot is already booked'

/** Fixed by the specification (docs/specification.md). `day` is null if the booked window starts today in India. */
export const bookedBetween = (start: string, end: string, day: string | null) =>
  `The scooter is booked between ${start} to ${end} ${day === null ? 'today' : `on ${day}`}`

// The date, the calendar and the start times of the booking page.

export const moreDates = 'More dates'
export const chooseDate = 'Choose a date'
export const chooseTime = 'Choose a time'

/** A start time that has begun. */
export const startNow = 'Now'
export const startText = (time: string, isNow: boolean) => (isNow ? `${startNow} · counts from ${time}` : time)

/** The same where a phone has no room for the words. */
export const shortStartText = (time: string, isNow: boolean) => (isNow ? `${startNow} · ${time}` : time)

export const pastRemark = 'past'
export const legendFree = 'Free'
export const legendSelected = 'Selected'
export const takenRemark = 'taken'

/** A start time at which the rider has a ride. */
export const yoursRemark = 'your ride'

/** A part of the day without a free start time. */
export const fullRemark = 'full'

export const legendTaken = 'Taken'
export const indiaTime = 'India time (IST)'
export const timeCleared = 'It is too late to book the chosen start time. Please choose another.'
export const timeClosed = 'The property takes no bookings for the chosen time any more. Please choose another.'

/** `day` is null for tomorrow. */
export const todayIsOver = (day: Day | null) =>
  `No start times left today. Showing ${day === null ? 'tomorrow' : dayText(day)}.`
export const partOfDay = 'Part of the day'
export const previousMonth = 'Previous month'
export const nextMonth = 'Next month'

/** A day for screen readers: 'Today 26 Nov', or 'Fri 27 Nov 2026'. */
export const dayAccessibleLabel = (day: Day, isToday: boolean) =>
  isToday ? `${commonText.today} ${dayNumber(day)} ${monthShort(day)}` : dateText(day)
export const timesIn = (period: string) => `Start times, ${period}`
export const freeCount = (count: number) => `${count} free`

/** Used if availability is unknown. */
export const timesCount = (count: number) => (count === 1 ? '1 start time' : `${count} start times`)

/** A start time with the reason why it is unavailable: '6:00 pm, taken'. */
export const timeWithReason = (time: string, reason: string) => `${time}, ${reason}`

/** A start time for screen readers: '10:30 am, Thursday 26 November, taken'. */
export const timeAccessibleLabel = (time: string, day: string, reason: string | null) =>
  reason === null ? `${time}, ${day}` : `${time}, ${day}, ${reason}`
export const freeUntil = (time: string) => `free until ${time}`
export const notFreeFor = (hours: string) => `not free for ${hours}`
export const takenOrNotFreeFor = (hours: string) => `Taken, or not free for ${hours}`
export const timeTaken = (time: string) => `${time} is taken on this date. Please choose another start time.`
export const timeNotFreeFor = (time: string, hours: string) =>
  `The scooter is not free for ${hours} from ${time}. Please choose another start time.`
export const dayFull = (hours: string) => `No start time on this date is free for ${hours}.`
export const timeYours = (time: string) =>
  `You already have a ride at ${time} on this date. Please choose another start time.`

/** A free start near the missed one; `day` is null if it is on the selected date. */
export const freeStart = (time: string, day: string | null) =>
  day === null ? `Free at ${time}` : `Free on ${day}, ${time}`

/** A shorter ride that fits at the missed start. */
export const shorterRide = (time: string, hours: string) => `${time} for ${hours}`

// API responses about bookings and holds.

/** Any backend's message about a conflict starts with it. */
export const bookingConflictPrefix = 'Booking conflict'

export const bookingConflict = `${bookingConflictPrefix}: this time is already booked`
export const overlappingOwnRide = 'You already have a ride at this time'

/** `when`: '6:30 pm', with the date if it is not today. */
export const tooManyHoldsOfScooter = (when: string) =>
  `You have held this scooter several times without paying. Please try again after ${when}.`
export const tooManyHolds = (when: string) =>
  `You have held scooters many times without paying. Please try again after ${when}.`

/** For a rider without a paid ride. */
export const tooManyFirstHolds = (when: string) =>
  `Several people on your network are booking their first ride. Please try again after ${when}, or use mobile data.`
export const holdEndingSoon = (when: string) => `There is not enough time left to pay. Please book again after ${when}.`
export const alreadyCancelled = 'This booking has already been cancelled'
export const cannotCancel = 'This booking can no longer be cancelled'
export const refundChanged = 'The refund amount has changed. Please check it again.'
export const rideNotStarted = 'This ride has not started yet'
export const cannotReturn = 'Only a paid ride can be ended'
export const scooterTaken = 'That scooter has just been taken. Please choose another one'
export const noteToStaff = 'Anything we should know?'
export const noteToStaffHint = (maxLength: number) =>
  `The staff read it with your booking. At most ${maxLength} characters.`
export const noWayOut = 'Please contact support about this ride'
export const rideChanged = 'This ride has just changed. Please try again.'
export const photoNotFound = 'This photo is no longer available. Please choose it again.'
export const scooterUnavailable = 'This scooter is not available for booking'
export const startPassed = 'This start time has passed. Please choose a later one.'
/** `when`: '10:30 am' or 'Sun 29 Nov, 12:30 am' */
export const startTooSoon = (when: string) => `Rides start from ${when} on.`
export const startNotOnSlot = 'Start times are on the hour and the half hour'
export const planOrDuration = 'Choose either a pricing plan or a duration'
export const planNotOffered = 'This pricing plan is not available'
export const planNotOfferedThatDay = 'This pricing plan is not available on that day'
export const invalidDuration = `Choose ${commonText.hoursList(DURATION_CHOICES_HOURS)}`
export const invalidHours = `Choose ${PLAN_HOURS.min} to ${PLAN_HOURS.max} hours`
export const invalidStart = 'Enter a valid start time'
export const bookingNotFound = 'Booking not found'

// API responses about the limits of a property.

/** Also shown to the admin who sets the days. */
export const startTooFar = (days: number) => `Bookings can be made up to ${days} ${days === 1 ? 'day' : 'days'} ahead`

/** Also shown to the admin who sets the hours. */
export const rideTooLong = (hours: number) => `This property rents for up to ${hoursText(hours)}`
