import { HOUR_SECONDS, MINUTE_SECONDS } from '#domain/time/time-units.ts'

// Generic API responses, for errors without a specific message.

/** The details of a 422 response as one sentence, in the format of the specification (docs/specification.md). */
export const validationError = (details: readonly { loc: readonly (string | number)[]; msg: string }[]) =>
  `Validation error: ${details.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join(', ')}`
export const notFound = 'Not found'
export const methodNotAllowed = 'Method not allowed'
export const internalError = 'Something went wrong on our side. Please try again.'
export const notAuthenticated = 'Not authenticated'
export const notAllowed = "This account can't do that. Please sign in with another account."
export const serviceUnavailable = 'The service is not available right now. Please try again in a moment.'
export const databaseFull = 'Bookings are paused for a moment. Please call us.'
export const serviceBusy = 'This is taking longer than usual. Please try again in a moment.'

/** States the waiting time: '60 seconds', '4 minutes', '24 hours'. */
export function tooManyRequests(seconds: number): string {
  const wait =
    seconds <= 90
      ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
      : seconds <= 2 * HOUR_SECONDS
        ? `${Math.ceil(seconds / MINUTE_SECONDS)} minutes`
        : `${Math.ceil(seconds / HOUR_SECONDS)} hours`
  return `Too many attempts. Please try again in ${wait}.`
}

export const bodyTooLarge = 'Request body too large'
export const invalidJson = 'The body must be a JSON object'
export const invalidForm = 'The body must be a form'
export const bodyIncomplete = 'The body ended before it was complete'
export const fileNotLast = 'The file must be the last field of the form'
export const lengthRequired = 'A form with a file must declare its length'

// Invalid fields that several calls and forms share.

export const required = 'Fill in this field'
export const notText = 'This must be text'
export const tooLong = 'This is too long'
export const invalidEmail = 'Enter a valid email'
export const notImage = 'Only image files are allowed'
export const unknownProperty = 'Choose a property from the list'
export const invalidDate = 'Enter a valid date'
export const invalidAmount = 'Enter rupees with at most two decimals'
export const invalidPage = 'This page does not exist'
export const unknownFilter = 'This list has no such filter'
