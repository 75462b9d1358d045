// Reminders on a device, by push. API responses.

export const isOn = 'Reminders are on for this phone'
export const turnedOff = 'Reminders are off for this phone'

export const unknownPushService = 'This browser’s push service is not supported'
export const deviceKeysInvalid = 'The keys of this device cannot be used. Please turn reminders on again.'
export const pushIsOff = 'Reminders on phones are not available'
