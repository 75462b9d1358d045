import * as labels from '#messages/labels.ts'

// What the frame of every page shows, and words that several screens share.

export const riderBar = {
  bookings: 'My Bookings',
  logout: labels.logout,
  profile: 'Profile',
  scooters: 'Scooters'
} as const
export const menu = 'Menu'
export const tryAgain = 'Try again'
export const partLoadFailed = 'Failed to load this part of the page'
export const dismiss = 'Dismiss'
export const scriptsNeeded =
  "Buttons and forms need JavaScript. Please turn it on in your browser's settings, then reload this page."
export const skipToContent = 'Skip to content'
export const scooterFallbackName = 'Scooter'
export const newVersion = 'A new version is ready'
export const reloadPage = 'Reload'
export const pageIncomplete = 'Part of this page did not load'
/** The notification of a push message that cannot be read. */
export const pushFallback = 'Open My Bookings to see what is new.'
