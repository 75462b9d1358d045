import { RETURN_PHOTO_RETENTION_DAYS } from '#domain/constants.ts'
import { rupeesText } from '#domain/money.ts'
import { noRecentBookings } from '#messages/admin/dashboard.ts'
import * as forms from '#messages/admin/forms.ts'
import { type RiderName, riderName } from '#messages/admin/payments/refunds.ts'
import * as labels from '#messages/labels.ts'
import * as manageRide from '#messages/my-bookings/manage-ride.ts'
import * as rideCard from '#messages/my-bookings/ride-card.ts'

export const bookings = {
  allRides: 'All rides',
  amount: 'Amount',
  empty: noRecentBookings,
  emptyText: 'Bookings appear here.',
  exportCsv: 'Export CSV',
  exportFailed: 'Failed to export the bookings',
  exporting: 'Exporting...',
  exported: (size: string) => `Exporting... ${size}`,
  from: 'From',
  payments: 'Payments',
  plan: 'Plan',
  ride: 'Start – End',
  rideState: 'Ride',
  rider: 'Rider',
  scooter: 'Scooter',
  search: 'Search rider, scooter or reference',
  sorts: { '-start_time': 'Latest ride first', start_time: 'Earliest ride first' },
  status: 'Payment',
  to: 'To'
} as const

/** An admin cancels a rider's booking. */
export const cancelling = {
  action: labels.cancelBooking,
  busy: manageRide.cancelling,
  failed: labels.cancelFailed,
  slotAvailableAgain: manageRide.slotAvailableAgain,
  keep: manageRide.keepBooking,
  nothingPaid: 'There is nothing to refund.',
  question: manageRide.cancelQuestion,
  reason: `${forms.reason} (optional)`,
  reasonHint: 'The rider reads it.',
  rideIsOver: 'This ride has ended.',
  wholeRide: 'This cancels the whole ride with its extensions.',
  rideIsUnderWay: 'This ride is in progress.',
  byRider: 'The rider asked us',
  byUs: 'We do',
  who: 'Who cancels?'
} as const

const BOOKING_TYPE_LABELS: Record<string, string> = {
  extension: 'Extension',
  hourly: 'Hourly',
  manual: 'Manual',
  plan: 'Plan'
}

/** An unknown type of an external backend is returned unchanged. */
export function bookingType(type: string | null): string {
  return type === null ? '' : (BOOKING_TYPE_LABELS[type] ?? type)
}

/** '₹140 will be refunded to Asha Rao.' */
export function refundTo(amount: number, payer: RiderName): string {
  return amount === 0 ? cancelling.nothingPaid : `${rupeesText(amount)} will be refunded to ${riderName(payer)}.`
}

/** Beside the refund of a late cancellation that the rider has not asked for. */
export function alsoOwe(amount: number): string {
  return `You also owe ${rupeesText(amount)}, as the rider would lose now.`
}

export function cancelled(amount: number, payer: RiderName): string {
  return `${manageRide.bookingCancelled}. ${refundTo(amount, payer)}`
}

// An admin ends a ride, or looks at the photo of its return.

export const returning = {
  action: manageRide.endRide,
  busy: manageRide.ending,
  consequence: `${manageRide.endRideEffect} Extensions that have not started are refunded under the cancellation rules.`,
  done: manageRide.rideEnded,
  failed: rideCard.returnFailed,
  question: manageRide.returnQuestion
} as const

// The staff move a ride to another scooter.

export const moving = {
  action: 'Move to another scooter',
  busy: 'Moving...',
  confirm: 'Move',
  consequence: 'The rider is told. Price and times stay the same.',
  failed: 'Failed to move the ride',
  loading: 'Loading the free scooters...',
  none: 'No other scooter is free for this time.',
  question: 'Move this ride?',
  scooter: 'Scooter',
  targetsFailed: 'Failed to load the free scooters'
} as const

/** 'The ride is on Blue 3 now' */
export function moved(scooter: string): string {
  return `The ride is on ${scooter} now`
}

/** Where a paid ride stands. */
export const RIDE_STATES = { over: 'Over', riding: 'Riding', upcoming: 'Upcoming' } as const

export const panel = {
  otherBookings: 'All bookings of this rider',
  pin: 'PIN',
  rider: 'Show the rider',
  title: 'Booking'
} as const

/** A ride that has ended and was not returned, where the property confirms returns. */
export const late = 'Late'

/** Of a ride that nobody has returned: 'Ended 20 min ago'. */
export function endedAgo(duration: string): string {
  return `Ended ${duration} ago`
}

/** `when` is a time, with its day. */
export function returnPressed(when: string): string {
  return `The rider pressed 'I've returned it' without a network: ${when}.`
}

export const returnPhoto = {
  alt: (scooter: string) => `Photo of ${scooter} where it was parked`,
  failed: 'Failed to load the photo',
  loading: 'Loading the photo...',
  missing: 'This photo is no longer stored.',
  notice: `Photos are deleted after ${RETURN_PHOTO_RETENTION_DAYS} days.`,
  save: labels.downloadPhoto,
  title: 'Photo of the parked scooter'
} as const

// API responses about an admin's change of a booking.

export const scooterRequired = 'Choose a scooter'

export const rideNotUnderWay = 'This ride is not in progress. Reload the list.'
/** 'Ravi has cancelled this on Sat 28 Nov, 5:10 pm.' */
export const cancelledByAnother = (admin: string, when: string) => `${admin} has cancelled this on ${when}.`
export const bookingEnded = 'This booking can no longer be cancelled. Reload the list.'

/** The columns of the bookings CSV, in order. */
export const csvHeadings = [
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
