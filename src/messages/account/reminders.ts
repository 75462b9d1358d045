import { BRAND_NAME } from '#domain/brand/brand.ts'

// Reminders on a device, by push.

export const remindOnPhone = 'Remind me on this phone'
export const stopReminding = 'Stop reminders on this phone'
export const installFirst = `For reminders, add ${BRAND_NAME} to your Home Screen`
export const blocked = 'Notifications are blocked for this site. Allow them in the browser’s settings.'
export const remindersFailed = 'Failed to change the reminders'

// API responses.
export const isOn = 'Reminders are on for this phone'
export const turnedOff = 'Reminders are off for this phone'

export const unknownPushService = 'This browser’s push service is not supported'
export const deviceKeysInvalid = 'The keys of this device cannot be used. Please turn reminders on again.'
export const pushIsOff = 'Reminders on phones are not available'
