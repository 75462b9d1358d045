import { countdownText } from '#domain/time/time-texts.ts'
import * as commonText from '#messages/common.ts'

export const title = 'Scooters'
export const loading = 'Loading your scooters...'
export const loadFailed = 'Failed to load scooters'
export const currentProperty = 'Your Current Property'
export const changeProperty = 'Change Property'
/** Above the list, with a button. */
export const when = 'When?'
export const anyTime = 'Any time'
export const startingFrom = 'Starting from'
export const readyToRide = 'Ready to ride'
export const seePin = 'See PIN'
export const seeRide = 'See ride'
export const yourRide = 'Your ride'
export const yourRideNotReturned = commonText.joinFacts(yourRide, 'not returned')
export const notBack = 'Not back yet'
export const bookForLater = 'Book for later'
export const currentlyUnavailable = 'Currently Unavailable'
export const noScooters = 'No Scooters Available'
export const noScootersText = 'There are no scooters at your property yet. Try another property.'
/** Shown to a rider whose profile has no property. */
export const noPropertyText = 'Choose your property to see its scooters.'
/** Shown to a rider who came from a booking page without its scooter. */
export const scannedElsewhere = 'Scanned at another property? You can change yours in your profile.'
export const longTermTitle = 'Need a Longer Term Rental?'
export const longTermText = 'By the week or the month, from your property.'
export const longTermButton = 'Request Long-Term Booking'
export const longTermSoon = 'Long-term booking requests coming soon!'
/** Null: not known. */
export const availableScooters = (count: number | null) => `Available Scooters${count === null ? '' : ` (${count})`}`

export const holdLeft = (ms: number) => `${countdownText(ms).replace(/^0/, '')} left`

export const withPlan = (plan: string) => `with ${plan}`

export const priceOf = (price: string, hours: string) => `${price} for ${hours}`

/** `when` is 'at 6:30 pm' or 'on Mon 15 Jun at 6:30 pm'. */
export const pinAppears = (when: string) => `PIN ${when}`
