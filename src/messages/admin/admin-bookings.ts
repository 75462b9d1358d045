import { rupeesText } from '#domain/money.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as commonText from '#messages/common.ts'

export const list = {
  allRides: 'All rides',
  allWays: 'All ways to pay',
  amount: 'Amount',
  empty: dashboardText.noRecentBookings,
  emptyText: 'Bookings appear here.',
  exportCsv: 'Export CSV',
  exportFailed: 'Failed to export the bookings',
  exporting: 'Exporting...',
  exported: (size: string) => `Exporting... ${size}`,
  from: 'From',
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

export const cancelling = {
  action: commonText.cancelBooking,
  busy: commonText.cancelling,
  failed: commonText.cancelFailed,
  slotAvailableAgain: commonText.slotAvailableAgain,
  keep: commonText.keepBooking,
  nothingPaid: 'There is nothing to refund.',
  question: commonText.cancelQuestion,
  reason: `${formsText.reason} (optional)`,
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
export const bookingType = (type: string | null) => (type === null ? '' : (BOOKING_TYPE_LABELS[type] ?? type))

export const refundTo = (amount: number, payer: refundsText.RiderName) =>
  amount === 0 ? cancelling.nothingPaid : `${rupeesText(amount)} will be refunded to ${refundsText.riderName(payer)}.`

/** Beside the refund of a late cancellation that the rider has not asked for. */
export const alsoOwe = (amount: number) => `You also owe ${rupeesText(amount)}, as the rider would lose now.`
export const cancelled = (amount: number, payer: refundsText.RiderName) =>
  `${commonText.bookingCancelled}. ${refundTo(amount, payer)}`

export const RIDE_STATES = { over: 'Over', riding: 'Riding', upcoming: 'Upcoming' } as const

export const detailsPanel = {
  otherBookings: 'All bookings of this rider',
  rider: 'Show the rider',
  title: 'Booking'
} as const

/** A ride that has ended and was not returned, where the property confirms returns. */
export const late = 'Late'

/** Of a ride that nobody has returned: 'Ended 20 min ago'. */
export const endedAgo = (duration: string) => `Ended ${duration} ago`

/** `when` is a time, with its day. */
export const returnPressed = (when: string) => `The rider pressed 'I've returned it' without a network: ${when}.`

// API responses about an admin's change of a booking.

export const rideNotUnderWay = 'This ride is not in progress. Reload the list.'
export const returnOutdated = 'This ride has changed since then. Look at it again.'
export const cancelledByAnother = (admin: string, when: string) => `${admin} has cancelled this on ${when}.`
export const bookingEnded = 'This booking has ended or was cancelled. Reload the list.'

/** The columns of the CSV file that the list does not have. */
export const csv = {
  amount: 'Amount (INR)',
  booked: 'Booked at (IST)',
  email: 'Email',
  end: 'End (IST)',
  id: 'Booking',
  note: 'Note from the rider',
  paidBy: 'Paid by',
  payNote: 'Note',
  refunded: 'Refunded',
  start: 'Start (IST)',
  status: 'Payment status',
  type: 'Booking type'
} as const
