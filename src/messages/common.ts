// Messages that more than one screen uses.

export const brand = 'ScootStay'
export const slogan = 'The scooter downstairs, by the hour.'
export const riderBar = { bookings: 'My Bookings', logout: 'Logout', profile: 'Profile', scooters: 'Scooters' } as const
export const menu = 'Menu'
export const loggedOut = 'Logged out successfully'
export const adminLoggedOut = 'Admin logged out successfully'
export const sessionEnded = 'Your session has ended. Please sign in again.'
export const support = 'Support'
export const contactSupport = 'Contact support on WhatsApp'
export const tryAgain = 'Try again'
export const dismiss = 'Dismiss'
export const scriptsNeeded =
  "Buttons and forms need JavaScript. Please turn it on in your browser's settings, then reload this page."
export const skipToContent = 'Skip to content'
export const scooterFallbackName = 'Scooter'
export const offline = 'You are offline. Nothing you entered is lost.'
export const offlineTitle = 'You are offline'
export const offlineText = "This page will load when you're back online."
export const newVersion = 'New version ready'
export const reloadPage = 'Reload'
export const checkConnection = 'Check your connection and try again.'
export const notFoundTitle = 'Page not found'
export const notFoundText = 'This page does not exist or has moved.'
export const backHome = 'Back to scooters'
export const errorTitle = 'Something went wrong'
export const errorText = 'The problem is on our side. Nothing you did is lost.'

/** The prefilled text of a support chat. */
export function supportRequest(scooter: string | null): string {
  return scooter ? `Hi ${brand}, I need help with the scooter ${scooter}.` : `Hi ${brand}, I need help.`
}

export function errorCode(code: number): string {
  return `Error ${code}`
}

/** The details of a 422 response as one sentence. */
export function validationError(details: readonly { loc: readonly (string | number)[]; msg: string }[]): string {
  return `Validation error: ${details.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join(', ')}`
}

// Generic API responses, for errors without a specific message.
export const notFound = 'Not found'
export const methodNotAllowed = 'Method not allowed'
export const internalError = 'Internal server error'
export const notAuthenticated = 'Not authenticated'
export const notAllowed = 'Not allowed'
export const serviceUnavailable = 'Service unavailable'
export const serviceBusy = 'This is taking longer than usual. Please try again in a moment.'

/** States the waiting time: '60 seconds', '4 minutes'. */
export function tooManyRequests(seconds: number): string {
  const wait =
    seconds <= 90 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : `${Math.ceil(seconds / 60)} minutes`
  return `Too many attempts. Please try again in ${wait}.`
}

export const bodyTooLarge = 'Request body too large'
export const required = 'Field required'
export const invalidJson = 'The body must be a JSON object'
export const invalidForm = 'The body must be a form'
export const bodyIncomplete = 'The body ended before it was complete'
export const fileNotLast = 'The file must be the last field of the form'
export const lengthRequired = 'A form with a file must declare its length'
export const notText = 'Must be text'
export const tooLong = 'Too long'
export const invalidEmail = 'Please enter a valid email'
export const unknownProperty = 'Please choose a property from the list'
export const invalidDate = 'Please enter a valid date'
