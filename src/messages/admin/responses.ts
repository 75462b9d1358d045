import {
  PARKING_NOTE_MAX_LENGTH,
  PIN_DIGITS,
  PLAN_COST_MIN_RUPEES,
  PLAN_HOURS,
  PRICE_MAX_RUPEES,
  RATE_MIN_RUPEES,
  SEARCH_MAX_LENGTH
} from '#domain/constants.ts'
import { rupeesText } from '#domain/pricing.ts'

// API responses.
export const nameRequired = 'Please enter a name'
export const locationRequired = 'Please enter a location'
export const parkingNoteTooLong = `At most ${PARKING_NOTE_MAX_LENGTH} characters`
export const propertyNotFound = 'Property not found'
export const unknownImage = 'Please upload the image again'
export const unknownStatus = 'Choose Available, Booked or Maintenance'
export const invalidPin = `The PIN must be ${PIN_DIGITS} digits`
export const propertyRequired = 'Please choose a property'
export const invalidRate = `Enter each rate as a whole number of at least ${RATE_MIN_RUPEES}, in digits only`
export const invalidHours = `Hours must be a whole number from ${PLAN_HOURS.min} to ${PLAN_HOURS.max}, in digits only`
export const invalidCost = `Cost must be a whole number, minimum ${PLAN_COST_MIN_RUPEES}, in digits only`
export const priceTooHigh = `The price can be at most ${rupeesText(PRICE_MAX_RUPEES)}`
/** 'From 0 to 100' */
export const outOfRange = (min: number, max: number) => `From ${min} to ${max}`
export const invalidDays = 'Choose at least one day'
export const invalidActive = 'Choose Active or Inactive'
export const invalidPage = 'This page does not exist'
export const pageTooDeep = 'This page is out of range. Choose a date or search instead.'
export const searchTooLong = `A search can have at most ${SEARCH_MAX_LENGTH} characters`
export const unknownSort = 'This list cannot be sorted by that field'
export const unknownFilter = 'This list has no such filter'
export const pricingExists = 'This property already has custom rates'
export const pricingNotFound = 'This property has no custom rates'
export const planNotFound = 'Pricing plan not found'
export const riderNotFound = 'Rider not found'
export const refundNotFound = 'Refund not found'
export const amountRequired = 'Enter the amount to refund'
export const amountChanged = 'The amount to refund has changed. Please check it again.'
export const noteRequired = 'Enter how the money was refunded'
export const refundNotOpen = 'This refund no longer needs a decision'
export const bookingEnded = 'This booking can no longer be cancelled. Reload the list.'
export const paymentDisputed = "The rider's bank disputes this payment. Check the dispute before you refund it."
export const unknownStatusOfDispute = 'Name the dispute and its status'
export const disputeLost = 'The dispute was lost: the rider got the money from the bank.'
export const refundFailed = 'The provider could not refund the payment'
export const refundPartFailed =
  "The provider could not refund a part of the payment. Check the refunded amount in the provider's dashboard."
export const providerUnreachable = 'The payment provider is not responding. Please try again.'
export const deleted = 'Deleted'
export const deletedRider = 'Deleted rider'
export const riderDeleted = 'Rider deleted'
export const riderDeletedButCloud = 'Rider deleted. The licence photo is in your cloud storage. Delete it there.'
export const riderHasDispute =
  'A payment of this rider is disputed, so the records are still needed. Try again after the decision.'
export const riderHasPendingRefund =
  'A payment or refund of this rider is still in progress. Try again when it is finished.'

/** The columns of the bookings CSV, in order. */
export const exportHeadings = [
  'Booking',
  'Rider',
  'Email',
  'Scooter',
  'Property',
  'Start (IST)',
  'End (IST)',
  'Payment status',
  'Booking type',
  'Plan',
  'Amount (INR)',
  'Booked at (IST)'
] as const

export function pinsMigrated(count: number, left: readonly string[]): string {
  const done = `${count === 1 ? '1 PIN was' : `${count} PINs were`} changed to ${PIN_DIGITS} digits.`
  if (left.length > 0) return `${done} Not changed, because a ride is in progress: ${left.join(', ')}.`
  return count === 0 ? `All PINs already have ${PIN_DIGITS} digits.` : done
}

/** Why a property, a scooter or a rider cannot be deleted. */
export function hasUpcomingRides(count: number): string {
  const rides = count === 1 ? '1 upcoming paid ride' : `${count} upcoming paid rides`
  return `${rides}. Cancel ${count === 1 ? 'it' : 'them'} first, or wait until ${count === 1 ? 'it ends' : 'they end'}.`
}

/** An activity log detail: a payment was refunded although its bank disputed it. */
export function disputeAcknowledged(dispute_id: string): string {
  return `despite dispute ${dispute_id}`
}
