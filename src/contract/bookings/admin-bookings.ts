import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { day, id, optionalId, optionalText, textOrEmpty } from '#contract/kit/fields.ts'
import { listQuery } from '#contract/kit/list-query.ts'
import { blockingDispute, dispute, disputeOverride } from '#contract/payments/disputes.ts'
import { expectedAmount, refund } from '#contract/payments/refunds.ts'
import { PAYMENT_STATUSES } from '#domain/booking-status.ts'
import * as text from '#messages/admin.ts'
import { bookingSummary } from './booked-ride.ts'
import { bookingsCsv } from './csv.ts'

/** A booking as an admin sees it. Instants are ISO; UTC where a backend leaves the zone out. */
export const bookingForAdmin = v.object({
  id,
  ...bookingSummary,
  /** 'hourly' or 'plan' (decision 43). */
  booking_type: textOrEmpty,
  // Added by us.
  user_id: optionalId,
  scooter_id: optionalId,
  property_id: optionalId,
  plan_name: optionalText,
  /** Rupees. */
  amount: v.nullish(v.number(), null),
  created_at: optionalText,
  /** What speaks against giving back what was paid. */
  dispute: blockingDispute
})
export type BookingForAdmin = v.InferOutput<typeof bookingForAdmin>

const filters = {
  property_id: v.optional(v.string()),
  scooter_id: v.optional(v.string()),
  status: v.optional(v.picklist(PAYMENT_STATUSES, text.unknownFilter)),
  user_id: v.optional(v.string()),
  // Days in India on which a ride begins, both included.
  from: v.optional(day),
  to: v.optional(day)
}

/**
 * `q`: how the rider's name, what follows its first word, or his e-mail begins, or what is in the scooter's name; the
 * bookings of 50 such riders and 50 such scooters are looked at. Narrowed by anything, the list is in the order of the
 * rides' start, whatever `sort` says of booking; its direction holds.
 */
const bookingsQuery = listQuery(['created_at', 'start_time'], filters)

export const listAllBookings = defineEndpoint({
  access: 'admin',
  method: 'GET',
  output: v.array(bookingForAdmin),
  path: '/admin/bookings',
  query: bookingsQuery
})

/** Added by us: the same list as a file for a spreadsheet; `page` and `per_page` cut nothing from it. */
export const exportBookings = defineEndpoint({
  access: 'admin',
  isExtension: true,
  method: 'GET',
  output: bookingsCsv,
  path: '/admin/bookings.csv',
  query: bookingsQuery
})

/**
 * Added by us: ends a booking that is paid or held, past ones too. What was paid for it, `amount` in rupees and 0 for a
 * hold, goes back whole; when that is not what would go back, nothing is done (409).
 */
export const cancelAnyBooking = defineEndpoint({
  access: 'admin',
  isExtension: true,
  body: v.object({ amount: expectedAmount, despite_dispute: disputeOverride }),
  method: 'POST',
  output: bookingForAdmin,
  path: '/admin/bookings/{id}/cancel'
})

/** What is known of a booking's money, the latest first. */
const bookingPayments = v.object({
  /** The provider's order; null before there was one. */
  order_id: optionalText,
  attempts: v.array(
    v.object({
      /** 'captured', 'failed', or 'dismissed' for a dialog that was closed. */
      status: v.string(),
      /** The provider's; null for what only the browser told. */
      payment_id: optionalText,
      /** What was captured, in whole units of `currency`; null for an attempt. */
      amount: v.nullish(v.number(), null),
      currency: optionalText,
      reason: optionalText,
      created_at: v.string()
    })
  ),
  disputes: v.nullish(v.array(dispute), []),
  refunds: v.array(refund)
})
export type BookingPayments = v.InferOutput<typeof bookingPayments>

/** Added by us. */
export const getBookingMoney = defineEndpoint({
  access: 'admin',
  isExtension: true,
  method: 'GET',
  output: bookingPayments,
  path: '/admin/bookings/{id}/payments'
})

/** Added by us: asks the provider now what was paid for the booking's order, and settles it. 502 when it cannot be asked. */
export const checkBookingMoney = defineEndpoint({
  access: 'admin',
  isExtension: true,
  method: 'POST',
  output: bookingPayments,
  path: '/admin/bookings/{id}/payments'
})
