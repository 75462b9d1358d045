import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, type OpenEnum, openEnum, optionalText } from '#contract/kit/fields.ts'
import type { BookingKind, PaymentStatus } from '#domain/bookings/booking-status.ts'
import type { RefundStage } from '#domain/payments/refunds.ts'
import { booking } from './my-bookings.ts'

export const rideRefund = v.object({
  /** Rupees. */
  amount: v.number(),
  created_at: v.string(),
  status: openEnum as OpenEnum<RefundStage>
})

/** One row of a ride: the booking or an extension, with its own payment. */
export const rideRow = v.object({
  id,
  kind: openEnum as OpenEnum<BookingKind>,
  start_time: v.string(),
  end_time: v.string(),
  /** Rupees. */
  amount: v.number(),
  payment_status: openEnum as OpenEnum<PaymentStatus>,
  /** When the payment confirmed it, ISO. */
  paid_at: optionalText,
  refunds: v.array(rideRefund)
})

/** A ride as in My Bookings, and what the list does not carry. */
export const bookingDetails = v.object({
  ...booking.entries,
  /** By start. Omits extensions that were never paid. */
  rows: v.array(rideRow),
  /** Grows with every change of the ride. */
  revision: v.number(),
  /** The cancellation terms, fixed when the ride was booked (domain/bookings/cancellation.ts). */
  terms: v.object({ free_cancel_minutes: v.number(), grace_minutes: v.number(), late_cancel_percent: v.number() })
})

/** The rider's own ride, by its id or by that of one of its extensions. */
export const getBooking = defineEndpoint({
  access: 'rider',
  isEmbeddedOnly: true,
  method: 'GET',
  output: bookingDetails,
  path: '/bookings/{id}'
})
