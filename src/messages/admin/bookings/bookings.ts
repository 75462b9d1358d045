import { rupeesText } from '#domain/catalogue/pricing.ts'
import { noRecentBookings } from '#messages/admin/overview.ts'
import { type RiderName, riderName } from '#messages/admin/payments/refunds.ts'
import { cancelBooking, cancelFailed } from '#messages/labels.ts'
import * as cancelHold from '#messages/my-bookings/cancel-booking.ts'

export const bookings = {
  all: 'All bookings',
  amount: 'Amount',
  empty: noRecentBookings,
  emptyText: 'Bookings appear here.',
  exportCsv: 'Export CSV',
  exportFailed: 'Failed to export the bookings',
  exporting: 'Exporting...',
  from: 'From',
  payments: 'Payments',
  plan: 'Plan',
  ride: 'Start – End',
  rider: 'Rider',
  scooter: 'Scooter',
  search: 'Search rider, scooter or reference',
  sorts: { '-start_time': 'Latest ride first', start_time: 'Earliest ride first' },
  status: 'Payment',
  to: 'To',
  views: 'Views'
} as const

/** An admin cancels a rider's booking. */
export const cancelling = {
  action: cancelBooking,
  busy: cancelHold.cancelling,
  failed: cancelFailed,
  slotAvailableAgain: cancelHold.slotAvailableAgain,
  keep: cancelHold.keepBooking,
  nothingPaid: 'There is nothing to refund.',
  question: cancelHold.cancelQuestion,
  rideIsOver: 'This ride has ended.',
  wholeRide: 'This cancels the whole ride with its extensions.',
  rideIsUnderWay: 'This ride is in progress.'
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

/** 'Ref. 4F2A91BC' */
export function referenceText(reference: string): string {
  return `Ref.\u00A0${reference}`
}

/** '₹140 will be refunded to Asha Rao.' */
export function refundTo(amount: number, payer: RiderName): string {
  return amount === 0 ? cancelling.nothingPaid : `${rupeesText(amount)} will be refunded to ${riderName(payer)}.`
}

export function cancelled(amount: number, payer: RiderName): string {
  return `${cancelHold.bookingCancelled}. ${refundTo(amount, payer)}`
}
