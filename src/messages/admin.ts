import {
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
export const propertyNotFound = 'Property not found'
export const unknownImage = 'Please upload the image again'
export const unknownStatus = 'Choose Available, Booked or Maintenance'
export const invalidPin = 'The PIN must be 6 digits'
export const propertyRequired = 'Please choose a property'
export const invalidRate = `Rates are required whole numbers, minimum ${RATE_MIN_RUPEES}, in digits only`
export const invalidHours = `Hours must be a whole number from ${PLAN_HOURS.min} to ${PLAN_HOURS.max}, in digits only`
export const invalidCost = `Cost must be a whole number, minimum ${PLAN_COST_MIN_RUPEES}, in digits only`
export const priceTooHigh = `No ride costs more than ${rupeesText(PRICE_MAX_RUPEES)}`
export const invalidDays = 'Choose at least one day, monday to sunday'
export const invalidActive = 'Say whether the plan is active'
export const invalidPage = 'There is no such page'
export const pageTooDeep = 'That is too far back to leaf to. Choose a date or search instead.'
export const searchTooLong = `This is too long to search for: use at most ${SEARCH_MAX_LENGTH} characters`
export const unknownSort = 'The list cannot be sorted that way'
export const unknownFilter = 'The list cannot be narrowed that way'
export const pricingExists = 'This property has its own rates already'
export const pricingNotFound = 'This property has no rates of its own'
export const planNotFound = 'Pricing plan not found'
export const userNotFound = 'User not found'
export const refundNotFound = 'Refund not found'
export const amountRequired = 'Say which amount goes back'
export const amountChanged = 'What would be given back is not what was shown. Please look again.'
export const noteRequired = 'Please say how the money was given back'
export const refundNotOpen = 'This refund does not wait for anybody'
export const bookingEnded = 'This booking is neither paid nor held'
export const paymentDisputed =
  'The rider’s bank disputes this payment. Please look at the dispute before you give the money back.'
export const unknownStatusOfDispute = 'Say which dispute you have seen'
export const disputeLost = 'The dispute was lost: the rider has the money from his bank.'
export const refundFailed = 'The provider could not give the money back'
export const refundPartFailed =
  'The provider could not give a part of the money back. Please look there how much did go back.'
export const providerUnreachable = 'The payment provider cannot be asked now. Please try again.'
export const deleted = 'Deleted'
export const deletedRider = 'Deleted rider'
export const riderDeleted = 'Rider deleted'
export const riderDeletedButCloud = 'Rider deleted. The licence photo is in your cloud storage: please delete it there.'
export const riderHasDispute =
  'A payment of this rider is disputed, and the ride may have to be proven. Please try again when that is decided.'
export const riderHasPendingRefund = 'Money of this rider is still on its way. Please try again when it has arrived.'

/** The columns of the bookings CSV, in order. */
export const exportHeadings = [
  'Booking',
  'Rider',
  'E-mail',
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
  if (left.length === 0) return done
  return `${done} Left as they are, because a ride is under way: ${left.join(', ')}.`
}

export function propertyHasRides(count: number): string {
  return `This property has ${rides(count)} ahead, and cannot be deleted before.`
}

export function scooterHasRides(count: number): string {
  return `This scooter has ${rides(count)} ahead, and cannot be deleted before.`
}

export function riderHasRides(count: number): string {
  return `This rider has ${rides(count)} ahead, and cannot be deleted before.`
}

function rides(count: number): string {
  return count === 1 ? '1 paid ride' : `${count} paid rides`
}

/** An activity log detail: a payment was refunded although its bank disputed it. */
export function disputeAcknowledged(dispute_id: string): string {
  return `although disputed: ${dispute_id}`
}
