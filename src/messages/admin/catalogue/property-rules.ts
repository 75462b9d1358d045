import { CLOSED_DATES_MAX, DAY_END } from '#domain/bookings/opening.ts'
import type { NumberRuleName, PinMode, PropertyNumbers, RuleName } from '#domain/catalogue/property-rules.ts'
import { NOW_MINUTES, SLOT_LEAD_MINUTES, SLOT_MINUTES } from '#domain/constants.ts'
import { REPORTS_COUNTED_DAYS, type ReturnMode } from '#domain/problems/problems.ts'
import { type Clock, type Day, dateText, type Weekday, weekdayName } from '#domain/time/india-time.ts'
import { minutesText } from '#domain/time/time-texts.ts'
import { MIDNIGHT } from '#domain/time/time-units.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'

// The panel with the rules of a property.

export const cancellationGroup = 'Cancellation'
export const bookingsGroup = 'Bookings'
export const returnsGroup = 'Returns and reports'
export const pinsGroup = 'PINs'
export const invoicesGroup = 'Invoices'
export const ridersGroup = 'Riders'
export const supportGroup = 'Support'
export const alsoForExistingBookings = 'These rules also apply to existing bookings.'

export const ruleLabels: Record<RuleName, string> = {
  book_before_review: 'Book before the licence is reviewed',
  closed_dates: 'Closed on',
  closes_at: 'Closes',
  gst_registration: 'Registration for GST',
  buffer_minutes: 'Keep … minutes free between two riders',
  free_cancel_minutes: 'Free to cancel until … minutes before the start',
  grace_minutes: 'Free to cancel for … minutes after paying',
  join_code: 'Join code (optional)',
  lead_minutes: 'Riders can start',
  late_cancel_percent: 'Refund after that, in percent',
  max_days_ahead: 'Book at most … days ahead',
  max_ride_hours: 'Longest ride, in hours',
  opens_at: 'Opens',
  pin_lead_minutes: 'Show the PIN … minutes before the start',
  pin_mode: 'PIN of a scooter',
  report_refunds: `Money back by a rider's own report, times in ${REPORTS_COUNTED_DAYS} days`,
  return_mode: 'When a ride ends',
  support_phone: 'Phone number of support (optional)',
  weekday_hours: 'Other hours on some days'
}

/** Shown for a rule that has no value yet. */
export const pinLeadPlaceholder = 'After paying'

export const PIN_MODE_NAMES: Readonly<Record<PinMode, string>> = {
  static: 'Stays the same',
  rotate: 'Changes after each ride'
}

export const LEAD_NAMES = { ahead: `${SLOT_LEAD_MINUTES} minutes ahead`, now: 'At once' } as const

export const RETURN_MODE_NAMES: Readonly<Record<ReturnMode, string>> = {
  assumed: 'Its booked end counts as its return',
  confirmed: 'Somebody confirms the return'
}

export const emptyIsDefault =
  'Leave a field empty for the default. Existing bookings keep their times and their cancellation rules.'
export const loading = 'Loading the rules...'
export const loadFailed = 'Failed to load the rules'
export const saved = 'Rules saved'
export const saveFailed = 'Failed to save the rules'
export const rulesOf = (property: string) => `Rules for ${property}`
export const openingGroup = 'Opening hours'
export const allDay = 'All day'
export const midnight = 'Midnight'
export const closed = 'Closed'
export const sameHours = 'The same hours on every day'
export const newWeekday = 'Day'
export const opensOn = (day: string) => `Opens on ${day}`
export const closesOn = (day: string) => `Closes on ${day}`
export const removeWeekday = (day: Weekday) => `Remove the hours of ${weekdayName(day)}`

/** 'Sunday · 8:00 am – 2:00 pm' or 'Friday · closed' */
export function weekdayHours(day: Weekday, [opens, closes]: readonly Clock[]): string {
  const isAllDay = opens === MIDNIGHT && closes === DAY_END
  const hours = opens && closes ? bookingBlocksText.hoursRange(opens, closes) : bookingBlocksText.closedRemark
  return `${weekdayName(day)} · ${isAllDay ? allDay.toLowerCase() : hours}`
}

export const newDate = 'Date'
export const addDate = 'Add'
export const datePassed = 'This day has passed'
export const removeDate = (day: Day) => `Remove ${dateText(day)}`
export const noDates = 'No closed dates'

export function hoursHint(opens: string, closes: string): string {
  if (!opens || !closes || opens === closes) return 'Rides start and end at any time.'
  const hours = bookingBlocksText.outsideHours(bookingBlocksText.hourText(opens), bookingBlocksText.hourText(closes))
  const isOvernight = closes < opens && closes !== MIDNIGHT
  return isOvernight ? `${hours} That is after midnight, also when the next day is closed.` : hours
}

export const pause = {
  action: 'Pause bookings',
  day: 'Until',
  end: 'When does the pause end?',
  endPassed: 'This time has passed',
  failed: 'Failed to pause bookings',
  note: 'Note for riders',
  noteHint: 'Such as "The gate is being repaired". Optional.',
  resume: 'Resume',
  resumeFailed: 'Failed to resume bookings',
  time: 'Time',
  title: (property: string) => `Pause bookings of ${property}?`,
  untilResumed: 'When I resume',
  untilTime: 'At a time'
} as const

export const paused = (property: string) => `Bookings of ${property} are paused`
export const resumed = (property: string) => `${property} takes bookings again`

/** `until` is a pauseEndText. */
export const pausedUntil = (until: string | null) => (until === null ? 'Paused' : `Paused until ${until}`)

/** What riders read or get, by rule. */
export function ruleTexts(numbers: PropertyNumbers): Record<NumberRuleName, string> {
  const { buffer_minutes, free_cancel_minutes, grace_minutes, late_cancel_percent } = numbers
  return {
    buffer_minutes: bufferText(buffer_minutes),
    free_cancel_minutes: bookingText.freeCancelText(free_cancel_minutes),
    grace_minutes: bookingText.graceText(grace_minutes),
    late_cancel_percent: lateShareText(late_cancel_percent, free_cancel_minutes),
    max_days_ahead: `${bookingText.startTooFar(numbers.max_days_ahead)}.`,
    max_ride_hours: `${bookingText.rideTooLong(numbers.max_ride_hours)}.`,
    pin_lead_minutes: pinLeadText(numbers.pin_lead_minutes),
    report_refunds: reportRefundsText(numbers.report_refunds)
  }
}

function lateShareText(percent: number, freeCancelMinutes: number): string {
  const text = bookingText.lateCancelText(percent, freeCancelMinutes)
  const keepsShare = percent < 100 && freeCancelMinutes > 0
  return keepsShare ? `${text} If you cancel in that time, you owe the rider the same.` : text
}

const bufferText = (minutes: number) =>
  minutes === 0
    ? 'The next rider can start as soon as a ride ends.'
    : `The next rider can start ${minutesText(minutes)} after a ride ends.`

function reportRefundsText(times: number): string {
  const others = 'Late and broken scooters always give it.'
  return times === 0
    ? `A rider who reports a scooter gets another one, or the chat. ${others}`
    : `A rider who reports a scooter can take the money. ${others}`
}

export const BEFORE_REVIEW_NAMES = { yes: 'Yes', no: 'No' } as const
export const beforeReviewText = (isAllowed: boolean) =>
  isAllowed ? 'Nobody has checked their licence.' : 'Riders wait until you approve them under Users → To review.'
export const joinCodeText = 'Riders enter it when they join. Empty: anybody can.'

/** `digits` are in the international form, or empty. */
export const supportPhoneText = (digits: string) =>
  digits === '' ? 'No support number is set.' : `Riders call or chat with +${digits}.`
export const pinModeText = (mode: PinMode) =>
  mode === 'rotate'
    ? 'After each ride, the scooter appears under Scooters → PINs to change. Riders get the new PIN after an admin has set it on the lock.'
    : 'All riders of a scooter get the same PIN.'

export const returnModeText = (mode: ReturnMode) =>
  mode === 'confirmed'
    ? 'A ride is late until its rider or the team presses that it is back. The next rider is told, and nobody books the scooter for the next hour.'
    : 'A ride that nobody returned counts as returned at its end.'

export function leadText(isAtOnce: boolean, mode: ReturnMode): string {
  if (!isAtOnce) return `The first start is ${SLOT_LEAD_MINUTES} to ${SLOT_LEAD_MINUTES + SLOT_MINUTES} minutes away.`
  const counts = `A half hour is offered until ${NOW_MINUTES} minutes after its start, from which the ride counts.`
  if (mode === 'confirmed') return counts
  return `${counts} Riders may take a scooter that is not back yet. Choose "${RETURN_MODE_NAMES.confirmed}" below.`
}

export const pinLeadText = (minutes: number | null) =>
  minutes === null
    ? 'Riders see the PIN as soon as they have paid.'
    : `Riders see the PIN from ${minutesText(minutes)} before the start.`

// API responses about the rules of a property.

export const outOfRange = (min: number, max: number, step = 1) =>
  `From ${min} to ${max}${step > 1 ? `, in steps of ${step}` : ''}`
export const invalidJoinCode = 'A code has 6 to 20 letters and digits'
export const invalidSupportPhone = 'Enter the number with its country code, for example +91 98450 12345'
export const invalidHours = 'Choose a full or a half hour'
export const bothOrNeither = 'Choose two different times, or all day for both'
export const unknownWeekday = 'Choose a day'
export const tooManyDates = `Choose at most ${CLOSED_DATES_MAX} dates`
export const unknownLead = 'Choose whether rides start at once'
export const unknownPinMode = 'Choose whether the PIN stays the same or changes after each ride'
export const unknownReturnMode = 'Choose whether somebody confirms the return of a ride'

export const chooseRegistration = 'Choose a registration'
export const noRegistration = 'None: receipts only'
/** 'Karnataka, 29ABCDE1234F1ZW' */
export const registrationName = (state: string, gstin: string) => `${state}, ${gstin}`
export const registrationText = 'For rides that are paid from now on. Each scooter needs a kind, which decides the tax.'
