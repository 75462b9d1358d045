import { deskMethodOf } from '#domain/payments.ts'
import { parseInstant } from '#domain/time/india-time.ts'

/** Values on the wire. */
export const PAYMENT_STATUSES = ['Pending', 'Completed', 'Failed', 'Refunded', 'Cancelled'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** Values in the database. */
export const BOOKING_STATES = [
  'held',
  'confirmed',
  'released',
  'expired',
  'refund_due',
  'refunded',
  'cancelled'
] as const
export type BookingState = (typeof BOOKING_STATES)[number]

/** No payment has settled the booking, and one still can. */
export const PAYABLE_STATES: readonly BookingState[] = ['held', 'expired', 'released']

/** A payment gives no ride and is refunded. */
export const REFUNDED_STATES: readonly BookingState[] = ['refund_due', 'refunded']

const PAYMENT_STATUS_BY_STATE: Record<BookingState, PaymentStatus> = {
  cancelled: 'Cancelled',
  confirmed: 'Completed',
  expired: 'Failed',
  held: 'Pending',
  refund_due: 'Refunded',
  refunded: 'Refunded',
  released: 'Failed'
}

/** An extension lengthens a ride and is paid for on its own. */
export const BOOKING_KINDS = ['ride', 'extension'] as const
export type BookingKind = (typeof BOOKING_KINDS)[number]

/** How a booking was offered: by the hour, as a plan, or to lengthen a ride; or that the staff have made it. */
export const BOOKING_TYPES = ['hourly', 'plan', 'extension', 'manual'] as const
type BookingType = (typeof BOOKING_TYPES)[number]

interface TypedBooking {
  kind: BookingKind
  payment_id: string | null
  plan_id: string | null
}

export function bookingTypeOf({ kind, payment_id, plan_id }: TypedBooking): BookingType {
  if (kind === 'extension') return kind
  if (deskMethodOf(payment_id)) return 'manual'
  return plan_id === null ? 'hourly' : 'plan'
}

/** A hold past its deadline is Failed even before the sweep; a settling one is still Pending. */
export function paymentStatusOf(
  { hold_until, settling, state }: { state: BookingState; settling: boolean; hold_until: Date | null },
  now: Date
): PaymentStatus {
  if (state === 'held' && !settling && hold_until !== null && hold_until <= now) return 'Failed'
  return PAYMENT_STATUS_BY_STATE[state]
}

/**
 * How an unpaid hold ended. 'cancelled': its rider cancelled it or booked another ride instead. 'released': for another
 * reason, such as a deleted scooter.
 */
export const HOLD_OUTCOMES = ['cancelled', 'expired', 'released'] as const
export type HoldOutcome = (typeof HOLD_OUTCOMES)[number]

export const DISPLAY_STATUSES = ['Active', 'Upcoming', 'Payment Pending', 'Completed', 'Failed'] as const
export type DisplayStatus = (typeof DISPLAY_STATUSES)[number]

interface DisplayedBooking {
  payment_status: PaymentStatus
  start_time: string
  end_time: string
  expires_at?: string | null | undefined
  returned_at?: string | null | undefined
}

/**
 * Returns the status shown in My Bookings. Payment is checked first, so an unpaid booking is never 'Upcoming'. Instants
 * are compared without the India offset, which both sides would share.
 */
export function displayStatus(booking: DisplayedBooking, now: Date): DisplayStatus {
  if (booking.payment_status === 'Pending') {
    return booking.expires_at && parseInstant(booking.expires_at) <= now ? 'Failed' : 'Payment Pending'
  }
  if (booking.payment_status !== 'Completed') return 'Failed'
  // A returned ride is over even for a device whose clock is behind.
  if (booking.returned_at || now > parseInstant(booking.end_time)) return 'Completed'
  return now < parseInstant(booking.start_time) ? 'Upcoming' : 'Active'
}
