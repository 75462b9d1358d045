import type { Bend } from '#domain/bookings/bends.ts'
import { rupeesText } from '#domain/money.ts'
import type { DeskMethod } from '#domain/payments.ts'

// Bookings that the staff make by hand, and money that is paid and given back at the desk.

export const METHOD_WORDS: Readonly<Record<DeskMethod, string>> = {
  cash: 'Cash',
  upi: 'UPI at the desk',
  card: 'Card machine',
  room: 'Room bill',
  free: 'Free'
}

export const BEND_WORDS: Readonly<Record<Bend, string>> = {
  lead: 'Starts before now',
  days_ahead: 'Too far ahead',
  longest_ride: 'Longer than allowed',
  buffer: 'Less than the usual pause',
  closed: 'Closed at this time'
}

export const form = {
  amount: 'Amount (₹)',
  book: 'Book',
  booking: 'Booking...',
  changeRider: 'Choose another rider',
  hours: 'Hours',
  note: 'Note (optional)',
  now: 'Now',
  open: 'New booking',
  pay: 'Paid by',
  reason: 'Reason',
  reasonOptional: 'Reason (optional)',
  rider: 'Rider',
  riderHint: 'Name, email or phone',
  room: 'Room',
  start: 'Start'
} as const
export const noRiders = 'No rider of this property is found.'
export const taken = (scooter: string) => `${scooter} · not free`
/** `end` is a time, with its day if it is not today. */
export const priceLine = (price: number, end: string) => `${rupeesText(price)} · until ${end}`
export const booked = (scooter: string, rider: string) => `${scooter} is booked for ${rider}`
export const bookFailed = 'Failed to book'
export const loadFailed = 'Failed to load what can be booked'

/** What riders read as 'you'. */
export const OF_RIDER = {
  license_expired: "The rider's licence ends before the ride does",
  license_rejected: "The rider's licence was rejected",
  license_unreviewed: "The rider's licence is not reviewed yet",
  own_ride_overlaps: 'The rider has another ride at this time',
  rider_suspended: 'The rider is suspended'
} as const

export const roomMissing = 'Which room?'
/** `most` is an amount with its sign. */
export const amountInvalid = (most: string) => `From ₹1 to ${most}`
export const changed = 'This has changed meanwhile. Look at it again.'
export const riderMissing = 'Choose a rider'

export const paidAtDesk = 'This was paid at the desk. Pay it back there.'
/** The note of a refund until it is paid back. */
export const payBackNote = 'Paid at the desk: pay it back there'

/** The button beside such a refund, and its note afterwards. */
export const paidBack = (method: DeskMethod) =>
  method === 'room' ? 'Taken off the room bill' : 'Paid back at the desk'

/** The button where the sentence says the rest. */
export const paidBackShort = (method: DeskMethod) => (method === 'room' ? 'Taken off' : 'Paid back')
export const paidBackQuestion = (method: DeskMethod) => `${paidBack(method)}?`
export const paidBackFailed = 'Failed to save that it was paid back'

export const payBack = (rupees: number, rider: string, method: DeskMethod) =>
  method === 'room'
    ? `Take ${rupeesText(rupees)} off the room bill of ${rider}.`
    : `Pay ${rupeesText(rupees)} back to ${rider} at the desk.`
