import { BRAND_NAME } from '#domain/brand/brand.ts'

// Reminders on a device, by push.

export const remindOnPhone = 'Remind me on this phone'
export const stopReminding = 'Stop reminders on this phone'
export const installFirst = `For reminders, tap Share, then Add to Home Screen, and open ${BRAND_NAME} there`
export const blocked = "Notifications are blocked for this site. Allow them in the browser's settings."
export const remindersFailed = 'Failed to change the reminders'

// API responses.
export const remindersOn = 'Reminders are on for this phone'
export const remindersOff = 'Reminders are off for this phone'

export const unknownPushService = "This browser doesn't support reminders. Try another browser."
export const deviceKeysInvalid = 'Reminders could not be turned on. Please try again.'
export const pushIsOff = 'Reminders are not available'
