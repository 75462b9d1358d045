import type { ExtensionObstacle } from '#domain/bookings/extension.ts'
import { BRAND_NAME } from '#domain/brand/brand.ts'
import { EXTENSION_HOURS } from '#domain/constants.ts'
import { rupeesText } from '#domain/money.ts'
import { hoursText } from '#domain/time/india-time.ts'
import * as commonText from '#messages/common.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'

/** 'Paid ₹140', above what a rider can do with a ride. */
export function paidAmount(amount: number): string {
  return `${myBookingsText.paidLabel} ${rupeesText(amount)}`
}

// The entry of a ride in the rider's own calendar.

export const addToCalendar = 'Add to calendar'
export const calendarFile = 'Calendar file'
export const googleCalendar = 'Google Calendar'
export const calendarFailed = 'Failed to load the ride. Please try again.'
export const calendarFileName = 'scooter.ics'

export function entryTitle(scooter: string): string {
  return `Scooter ${scooter}`
}

/** `location` is the property's address; null if it is unknown. */
export function entryLocation(property: string, location: string | null): string {
  return location ? `${property}, ${location}` : property
}

export function entryDescription(myBookingsUrl: string): string {
  return `Your PIN is in My Bookings: ${myBookingsUrl}`
}

// The steps before a support chat, about a PIN that does not unlock the scooter.

export const helpTitle = 'PIN not working?'
export const enterAgain = 'Enter the six digits again, slowly:'
export const contactUs = 'Still not working, or another question? Contact us with your reference:'

interface Place {
  parking_note?: string | null | undefined
  property_name?: string | null | undefined
}

/** Names the place as far as it is known. */
export function checkScooter(scooter: string, { parking_note, property_name }: Place): string {
  return `Check that this is the right scooter: ${[scooter, property_name, parking_note].filter(Boolean).join(', ')}.`
}

export function checkTime(ride: string): string {
  return `Check that your ride has started: ${ride}.`
}

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

export function endedWithRefund(refund: number): string {
  return `${commonText.rideEnded}. ${rupeesText(refund)} will be refunded.`
}

// The confirmation before a booking is cancelled, and its result.

export const extensionQuestion = 'Cancel this extension?'
export const extensionCancelled = 'Extension cancelled'
export const rideKeepsEnd = "Your ride's end time stays the same."
export const keepExtension = 'Keep extension'
export const refundMethod = `The refund goes to your original payment method and takes ${myBookingsText.refundWorkingDays}.`

/** "You'll get ₹70 of ₹140 back." */
export function refundOf(refund: number, amount: number): string {
  if (refund === 0) return commonText.noRefund
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
  return `${commonText.bookingCancelled}. ${rupeesText(refund)} will be refunded.`
}

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
export function endsAt(when: string): string {
  return `Current end: ${when}`
}

/** Once the extension is paid. */
export function extendedUntil(when: string): string {
  return `Extended until ${when}`
}

/** '+2 hours' */
export function extraHours(hours: number): string {
  return `+${hoursText(hours)}`
}

export function untilTime(when: string): string {
  return `until ${when}`
}

export function takenFrom(when: string): string {
  return `The scooter is booked from ${when}.`
}

export function ownRideFrom(when: string): string {
  return `You have another ride from ${when}.`
}

/** Another scooter for the time after the ride. */
export function bookInstead(scooter: string): string {
  return `Book ${scooter} instead`
}

const REASONS: Readonly<Record<ExtensionObstacle, string>> = {
  closed: 'The property is closed when a longer ride would end.',
  limit: 'Your ride is already as long as this property allows.',
  maintenance: `${scooterUnavailableAfterRide}.`,
  over: `${cannotExtend}.`,
  taken: 'The scooter is booked right after your ride.'
}

export function noExtension(reason: ExtensionObstacle): string {
  return REASONS[reason]
}

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
