import { rupeesText } from '#domain/catalogue/pricing.ts'
import {
  PARKING_NOTE_MAX_LENGTH,
  PIN_DIGITS,
  PLAN_COST_MIN_RUPEES,
  PLAN_HOURS,
  PRICE_MAX_RUPEES,
  RATE_MIN_RUPEES
} from '#domain/constants.ts'

// API responses about properties, scooters, rates and plans.

export const nameRequired = 'Enter a name'
export const locationRequired = 'Enter a location'
export const parkingNoteTooLong = `At most ${PARKING_NOTE_MAX_LENGTH} characters`
export const propertyNotFound = 'Property not found'
export const unknownImage = 'Upload the image again'
export const unknownStatus = 'Choose Available, Booked or Maintenance'
export const invalidPin = `The PIN must be ${PIN_DIGITS} digits`
export const propertyRequired = 'Choose a property'
export const invalidRate = `Enter each rate as a whole number of at least ${RATE_MIN_RUPEES}, in digits only`
export const invalidHours = `Hours must be a whole number from ${PLAN_HOURS.min} to ${PLAN_HOURS.max}, in digits only`
export const invalidCost = `Enter the cost as a whole number of at least ${PLAN_COST_MIN_RUPEES}, in digits only`
export const costTooHigh = `The cost can be at most ${rupeesText(PRICE_MAX_RUPEES)}`
export const rateTooHigh = `A rate can be at most ${rupeesText(PRICE_MAX_RUPEES)}`
export const invalidDays = 'Choose at least one day'
export const invalidActive = 'Choose Active or Inactive'
export const pricingExists = 'This property already has custom rates'
export const pricingNotFound = 'This property has no custom rates'
export const planNotFound = 'Pricing plan not found'

export function pinsMigrated(count: number, left: readonly string[]): string {
  const done = count === 1 ? '1 PIN was changed' : `${count} PINs were changed`
  return [
    ...(count > 0 ? [`${done} to ${PIN_DIGITS} digits.`] : []),
    ...(left.length > 0 ? [`Not changed, because a ride is in progress: ${left.join(', ')}.`] : []),
    ...(count === 0 && left.length === 0 ? [`All PINs already have ${PIN_DIGITS} digits.`] : [])
  ].join(' ')
}
