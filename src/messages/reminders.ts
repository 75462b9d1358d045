// Reminders before a ride starts or ends, by push and by mail.

export const title = 'Reminders'
export const emailSwitch = 'Email me before a ride starts or ends'

export const turnOn = 'Remind me on this phone'
export const turnOff = 'Turn off'
export const isOn = 'Reminders are on for this phone'
export const turnedOff = 'Reminders are off for this phone'
export const addToHomeScreen = 'Add ScootStay to your Home Screen first'
export const blocked = 'Notifications are blocked for this site in your browser.'
export const notAllowed = 'Allow notifications to turn on reminders.'
export const failed = 'This did not work. Please try again.'

// API responses.
export const unknownPushService = 'This browser’s push service is not supported'
export const deviceKeysInvalid = 'The keys of this device cannot be used. Please turn reminders on again.'
export const pushIsOff = 'Reminders on phones are not available'
