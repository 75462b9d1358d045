import { exampleForAdmin, examplePayments } from '#contract/bookings/examples.ts'
import type { DocsOf } from '#contract/kit/endpoint-docs.ts'
import { csvLine } from '#domain/kit/csv.ts'
import { csvHeadings } from '#messages/admin/bookings/bookings-csv.ts'
import type * as adminBookings from './admin-bookings.ts'

/** The part of docs.ts for the calls of admins. */
export const adminDocs: DocsOf<typeof adminBookings> = {
  listAllBookings: { response: [exampleForAdmin], summary: 'List all bookings' },
  exportBookings: {
    response: csvLine(csvHeadings),
    summary: 'Download the bookings as a CSV file'
  },
  cancelBookingAsAdmin: {
    refusals: ['amount_changed', 'booking_ended', 'booking_not_found', 'payment_disputed'],
    request: { amount: 150 },
    response: { ...exampleForAdmin, payment_status: 'Cancelled' },
    summary: 'Cancel a paid or held booking and refund what is left of its payment'
  },
  returnRideAsAdmin: {
    refusals: ['booking_not_found', 'ride_changed', 'ride_not_under_way'],
    request: { reason: 'The rider called: the scooter is back' },
    response: exampleForAdmin,
    summary: "End a rider's ride that is under way"
  },
  getBookingPayments: {
    refusals: ['booking_not_found'],
    response: examplePayments,
    summary: 'Get the payments, refunds and disputes of a booking'
  },
  reconcileBooking: {
    refusals: ['booking_not_found', 'provider_unreachable'],
    response: examplePayments,
    summary: 'Reconcile a booking with the payment provider now'
  },
  refundBooking: {
    refusals: ['booking_not_found', 'nothing_to_refund', 'payment_disputed', 'refund_too_high'],
    request: { amount: 50, reason: 'The scooter was not charged' },
    response: examplePayments,
    summary: 'Refund a part of a booking as goodwill'
  }
}
