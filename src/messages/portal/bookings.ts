import { rupeesText } from '#domain/pricing.ts'
import { type Payer, payerName } from '#messages/portal/payments.ts'

export const bookings = {
  all: 'All bookings',
  amount: 'Amount',
  empty: 'No bookings yet',
  emptyText: 'Bookings appear here as riders make them.',
  exportCsv: 'Export CSV',
  exportFailed: 'The export did not work',
  exporting: 'Exporting...',
  from: 'From',
  payments: 'Payments',
  ride: 'Start – End',
  rider: 'Rider',
  scooter: 'Scooter',
  search: 'Search rider or scooter',
  sorts: { '-start_time': 'Latest ride first', start_time: 'Earliest ride first' },
  status: 'Payment',
  to: 'To',
  type: 'Type',
  views: 'Views'
} as const

/** An admin cancels a rider's booking. */
export const cancelling = {
  action: 'Cancel booking',
  busy: 'Cancelling...',
  failed: 'The booking could not be cancelled',
  freed: 'The time becomes free for other riders at once.',
  keep: 'Keep booking',
  nothingPaid: 'Nothing was paid yet.',
  question: 'Cancel this booking?',
  rideIsOver: 'This ride is over.',
  rideIsUnderWay: 'This ride is under way.'
} as const

const BOOKING_TYPES: Record<string, string> = { hourly: 'Hourly', manual: 'Manual', plan: 'Plan' }

/** An unknown type of an external backend is returned unchanged. */
export function bookingType(type: string): string {
  return BOOKING_TYPES[type] ?? type
}

/** '₹140 goes back to Asha Rao.' */
export function refundTo(amount: number, payer: Payer): string {
  return amount === 0 ? cancelling.nothingPaid : `${rupeesText(amount)} goes back to ${payerName(payer)}.`
}

export function cancelled(amount: number, payer: Payer): string {
  return `Booking cancelled. ${refundTo(amount, payer)}`
}
