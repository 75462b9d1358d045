import { enumValues } from '#contract/kit/endpoint-docs.ts'
import { BOOKING_KINDS, BOOKING_TYPES, HOLD_OUTCOMES, PAYMENT_STATUSES } from '#domain/bookings/booking-status.ts'
import { CANCELLERS } from '#domain/bookings/cancellation.ts'
import { REFUND_STAGES } from '#domain/payments/refunds.ts'
import { bookingForAdmin } from './admin/admin-bookings.ts'
import { bookingDetails, rideRefund, rideRow } from './booking-details.ts'
import { booking } from './my-bookings.ts'

// The values of `OpenEnum` fields, for the OpenAPI document. The browser does not load this file.

const OF_RIDE = {
  cancelled_by: CANCELLERS,
  hold_outcome: HOLD_OUTCOMES,
  kind: BOOKING_KINDS,
  payment_status: PAYMENT_STATUSES,
  refund_status: REFUND_STAGES
}

export const enums = [
  enumValues(booking, OF_RIDE),
  enumValues(bookingDetails, OF_RIDE),
  enumValues(bookingForAdmin, { booking_type: BOOKING_TYPES, payment_status: PAYMENT_STATUSES }),
  enumValues(rideRefund, { status: REFUND_STAGES }),
  enumValues(rideRow, { kind: BOOKING_KINDS, payment_status: PAYMENT_STATUSES })
]
