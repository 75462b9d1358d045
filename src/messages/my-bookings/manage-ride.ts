import type { ExtensionObstacle } from '#domain/bookings/extension.ts'
import { BRAND_NAME } from '#domain/brand/brand.ts'
import { EXTENSION_HOURS } from '#domain/constants.ts'
import { rupeesText } from '#domain/money.ts'
import { hoursText } from '#domain/time/india-time.ts'
import * as commonText from '#messages/common.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'

/** 'Paid ₹140', above what a rider can do with a ride. */
export const paidAmount = (amount: number) => `${myBookingsText.paidLabel} ${rupeesText(amount)}`

// The entry of a ride in the rider's own calendar.

export const addToCalendar = 'Add to calendar'
export const calendarFile = 'Calendar file'
export const googleCalendar = 'Google Calendar'
export const calendarFailed = 'Failed to load the ride. Please try again.'
export const calendarFileName = 'scooter.ics'
export const entryTitle = (scooter: string) => `Scooter ${scooter}`

/** `location` is the property's address; null if it is unknown. */
export const entryLocation = (property: string, location: string | null) =>
  location ? `${property}, ${location}` : property
export const entryDescription = (myBookingsUrl: string) => `Your PIN is in My Bookings: ${myBookingsUrl}`

// The steps before a support chat, about a PIN that does not unlock the scooter.

export const helpTitle = 'PIN not working?'
export const enterAgain = 'Enter the six digits again, slowly:'
export const contactUs = 'Still not working, or another question? Contact us with your reference:'

interface Place {
  parking_note?: string | null | undefined
  property_name?: string | null | undefined
}

export const checkScooter = (scooter: string, { parking_note, property_name }: Place) =>
  `Check that this is the right scooter: ${[scooter, property_name, parking_note].filter(Boolean).join(', ')}.`
export const checkTime = (ride: string) => `Check that your ride has started: ${ride}.`

// The question before a ride is ended, and its result.

export const noRefundForRemainingTime = 'There is no refund for the remaining time.'
export const photoLabel = 'Photo of the parked scooter (optional)'
export const choosePhoto = 'Choose a photo'
export const changePhoto = 'Change photo'

export const notKept = "Not kept: this phone's storage is full. Send it again when there is a network."
export const photoNotKept = "Your photo couldn't be sent without a network. Your return is saved without it."

const begunIsKept = 'There is no refund for the time that has started.'

/** What a return gives back and what not, in rupees of extensions that have not begun. */
export function returnMoney(refund: number, kept: number): string {
  if (kept === 0 && refund === 0) return noRefundForRemainingTime
  if (kept === 0) return `${begunIsKept} You'll get ${rupeesText(refund)} back for the extension that has not started.`
  return refund === 0
    ? `There is no refund for the remaining time, nor of the ${rupeesText(kept)} for the extension that has not started.`
    : `${begunIsKept} Of the extension that has not started, you'll get ${rupeesText(refund)} back and ${rupeesText(kept)} not.`
}

export const endedWithRefund = (refund: number) => `${commonText.rideEnded}. ${rupeesText(refund)} will be refunded.`

// The confirmation before a booking is cancelled, and its result.

export const extensionQuestion = 'Cancel this extension?'
export const extensionCancelled = 'Extension cancelled'
export const rideKeepsEnd = "Your ride's end time stays the same."
export const keepExtension = 'Keep extension'
export const refundMethod = `The refund goes to your original payment method and takes ${myBookingsText.refundWorkingDays}.`
const paidBackThere = 'What you paid at the desk is paid back there.'
/** The same of a ride of which something was paid at the desk. */
export const refundMethodOf = (paidAtDesk: 'all' | 'part' | null | undefined) =>
  paidAtDesk === 'all' ? paidBackThere : [refundMethod, paidAtDesk && paidBackThere].filter(Boolean).join(' ')

export function refundOf(refund: number, amount: number): string {
  if (refund === 0) return commonText.noRefund
  if (refund === amount) return `You'll get a full refund of ${rupeesText(amount)}.`
  return `You'll get ${rupeesText(refund)} of ${rupeesText(amount)} back.`
}

/** `when` is a time, with the day if it is not today. */
export const fullRefundUntil = (when: string) => `A full refund is possible until ${when}.`
export const fullRefundEnded = (when: string) => `A full refund was possible until ${when}.`
export const cancelledWithRefund = (refund: number) =>
  `${commonText.bookingCancelled}. ${rupeesText(refund)} will be refunded.`

// API responses about extensions.

export const cannotExtend = 'This booking can no longer be extended'
export const scooterUnavailableAfterRide = 'The scooter is not available after your ride'
export const invalidExtensionHours = `Choose from ${EXTENSION_HOURS.min} to ${EXTENSION_HOURS.max} hours`

// The dialog of an extension.

export const extendTitle = 'Extend your ride'
export const extendFailed = 'Failed to extend the ride'
export const extendBy = 'Extend by'
export const preparing = 'Preparing...'

/** `when` is a time, with the day if it is not today. */
export const endsAt = (when: string) => `Current end: ${when}`

export const extendedUntil = (when: string) => `Extended until ${when}`

export const extraHours = (hours: number) => `+${hoursText(hours)}`
export const untilTime = (when: string) => `until ${when}`
export const takenFrom = (when: string) => `The scooter is booked from ${when}.`
export const ownRideFrom = (when: string) => `You have another ride from ${when}.`

export const bookInstead = (scooter: string) => `Book ${scooter} instead`
const REASONS: Readonly<Record<ExtensionObstacle, string>> = {
  closed: 'The property is closed when a longer ride would end.',
  limit: 'Your ride is already as long as this property allows.',
  maintenance: `${scooterUnavailableAfterRide}.`,
  over: `${cannotExtend}.`,
  taken: 'The scooter is booked right after your ride.'
}

export const noExtension = (reason: ExtensionObstacle) => REASONS[reason]

// Reminders on a device, by push.

export const remindOnPhone = 'Remind me on this phone'
export const stopReminding = 'Stop reminders on this phone'
export const installFirst = `For reminders, tap Share, then Add to Home Screen, and open ${BRAND_NAME} there`
export const notificationsBlocked = "Notifications are blocked for this site. Allow them in the browser's settings."
export const remindersFailed = 'Failed to change the reminders'

// API responses about reminders.

export const remindersOn = 'Reminders are on for this phone'
export const remindersOff = 'Reminders are off for this phone'

export const unknownPushService = "This browser doesn't support reminders. Try another browser."
export const deviceKeysInvalid = 'Reminders could not be turned on. Please try again.'
export const pushIsOff = 'Reminders are not available'
