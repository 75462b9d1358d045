import { BRAND_NAME } from '#domain/brand/brand.ts'
import * as commonText from '#messages/common.ts'

// What the frame of every page shows, and words that several screens share.

export const riderBar = {
  bookings: 'My Bookings',
  logout: commonText.logout,
  profile: 'Profile',
  scooters: 'Scooters'
} as const
export const bookingsNeedRider = ', a ride runs or a payment waits'
export const menu = 'Menu'
export const tryAgain = 'Try again'
export const dismiss = 'Dismiss'
export const scriptsNeeded =
  "Buttons and forms need JavaScript. Please turn it on in your browser's settings, then reload this page."
/** The link of the number follows, if there is one. */
export function browserTooOld(hasNumber: boolean): string {
  const help = 'Your browser is too old for booking. Update Chrome or Android System WebView in the Play Store'
  return hasNumber ? `${help}, or call us: ` : `${help}.`
}
export const skipToContent = 'Skip to content'
export const scooterFallbackName = 'Scooter'
export const newVersion = 'A new version is ready'
export const reloadPage = 'Reload'
export const pageIncomplete = 'Part of this page did not load'
/** The notification of a push message that cannot be read. */
export const pushFallback = 'Open My Bookings to see what is new.'

// A page or link that the browser of another app, such as a chat, does not open or keep.

export const openInChrome = 'Open this page in Chrome'
export const linkIgnored = 'Nothing opened?'
export const copyAddress = 'Copy address'
export const addressCopied = 'Address copied'
export const addressToCopy = (address: string) => `Copy this address: ${address}`

// The pages for 404 and 500.

export const notFoundTitle = 'Page not found'
export const notFoundText = 'This page does not exist or has moved.'
export const errorTitle = 'Something went wrong'
export const errorText = 'The problem is on our side. Please try again in a minute.'
export const errorCode = (code: number) => `Error ${code}`

// The end of a session: sign-out and expiry.

export const loggedOut = 'Logged out successfully'
export const adminLoggedOut = 'Admin logged out successfully'
export const sessionEnded = 'Your session has ended. Please sign in again.'

// A device without a connection.

export const offline = 'You are offline. Nothing you entered is lost.'
export const offlineTitle = 'You are offline'
export const offlineText = "This page will load when you're back online."
export const checkConnection = 'Check your connection and try again.'

export const install = 'Install'
export const installText = 'Open it with one tap, and see your PIN without a connection.'
export const installByMenu = 'Tap Share, then Add to Home Screen.'
export const installTitle = `Install ${BRAND_NAME}`

// The support button and the text of its chat.

export const support = 'Support'
export const contactSupport = 'Contact support on WhatsApp'

/** The prefilled text of a support chat. */
export const supportRequest = (scooter: string | null) =>
  scooter ? `Hi ${BRAND_NAME}, I need help with the scooter ${scooter}.` : `Hi ${BRAND_NAME}, I need help.`

// What the system's install dialog says about the screenshots.

export const bookingScreenshot = 'Choose a day, a time and a plan'
export const homeScreenshot = 'See which scooters are free at your property'
export const myBookingsScreenshot = 'See your rides and their PINs'
