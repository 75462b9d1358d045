import type { DocsOf } from '#contract/kit/endpoint-docs.ts'
import { EXAMPLE_CREATED_AT, EXAMPLE_RIDE } from '#contract/kit/examples.ts'
import { exampleOrder } from '#contract/payments/examples.ts'
import { DEFAULT_TERMS } from '#domain/bookings/cancellation.ts'
import { bookingCancelled } from '#messages/my-bookings/cancel-booking.ts'
import { rideEnded } from '#messages/my-bookings/return-ride.ts'
import type * as adminBookings from './admin/admin-bookings.ts'
import { bookingForAdmin, bookingPayments } from './admin/admin-bookings.ts'
import { adminDocs } from './admin/docs.ts'
import type * as availability from './availability.ts'
import type * as bookingDetails from './booking-details.ts'
import type * as cancel from './cancel-booking.ts'
import type * as creation from './create-booking.ts'
import { exampleBooking } from './examples.ts'
import type * as extend from './extend-booking.ts'
import type * as myBookings from './my-bookings.ts'
import { booking } from './my-bookings.ts'
import type * as resuming from './resume-payment.ts'
import type * as returning from './return-ride.ts'

export const components = {
  Booking: booking,
  BookingForAdmin: bookingForAdmin,
  BookingPayments: bookingPayments
}

type Documented = typeof adminBookings &
  typeof availability &
  typeof bookingDetails &
  typeof cancel &
  typeof creation &
  typeof extend &
  typeof myBookings &
  typeof resuming &
  typeof returning

export const docs: DocsOf<Documented> = {
  ...adminDocs,
  cancelBooking: {
    refusals: [
      'already_cancelled',
      'already_paid',
      'booking_not_found',
      'cannot_cancel',
      'payment_being_confirmed',
      'refund_changed'
    ],
    request: { amount: 75 },
    response: { message: bookingCancelled, refund: 75 },
    summary: 'Cancel an unpaid booking, or a paid one for the refund that was shown'
  },
  previewCancellation: {
    refusals: ['booking_not_found', 'cannot_cancel'],
    response: {
      amount: 150,
      full_refund_until: null,
      refund: 150,
      refund_after: 75,
      until: EXAMPLE_RIDE.start_time
    },
    summary: 'Get the refund for cancelling a paid booking now'
  },
  previewReturn: {
    refusals: ['booking_not_found', 'cannot_return', 'ride_not_started'],
    response: { refund: 50 },
    summary: 'Get the refund for ending a ride now'
  },
  returnRide: {
    refusals: ['booking_not_found', 'cannot_return', 'ride_changed', 'ride_not_started'],
    request: { photo_id: '3c1f9a7d' },
    response: { end_time: EXAMPLE_RIDE.end_time, message: rideEnded, refund: 50 },
    summary: 'End a ride that is under way'
  },
  createHourlyBooking: {
    refusals: [
      'booking_conflict',
      'hold_ending_soon',
      'order_failed',
      'own_ride_overlaps',
      'plan_not_available',
      'plan_not_on_day',
      'ride_too_long',
      'scooter_not_found',
      'scooter_unavailable',
      'start_passed',
      'start_too_far',
      'too_many_holds',
      'too_many_holds_of_scooter',
      'too_many_requests'
    ],
    request: { duration_hours: 3, scooter_id: 'ather-450x-a1', start_time: EXAMPLE_RIDE.start_time },
    response: exampleOrder,
    summary: 'Hold a scooter for a ride and create its payment order'
  },
  extendBooking: {
    refusals: [
      'booking_conflict',
      'booking_not_found',
      'cannot_extend',
      'hold_ending_soon',
      'order_failed',
      'own_ride_overlaps',
      'ride_too_long',
      'scooter_leaves_service',
      'too_many_holds',
      'too_many_holds_of_scooter',
      'too_many_requests'
    ],
    request: { hours: 1 },
    response: exampleOrder,
    summary: 'Hold the time after a paid ride and create its payment order'
  },
  listExtensions: {
    refusals: ['booking_not_found'],
    response: {
      choices: [{ amount: 50, end_time: EXAMPLE_RIDE.end_time, hours: 1 }],
      next_taken: null,
      reason: null
    },
    summary: 'List by how many hours a paid ride can be extended, and for how much'
  },
  getBooking: {
    refusals: ['booking_not_found'],
    response: {
      ...exampleBooking,
      revision: 0,
      rows: [
        {
          amount: 150,
          end_time: EXAMPLE_RIDE.end_time,
          id: '7d1c2f0a',
          kind: 'ride',
          paid_at: EXAMPLE_CREATED_AT,
          payment_status: 'Completed',
          refunds: [],
          start_time: EXAMPLE_RIDE.start_time
        }
      ],
      terms: DEFAULT_TERMS
    },
    summary: 'Get a ride of the rider with its payments, refunds and cancellation terms'
  },
  listMyBookings: {
    response: [exampleBooking],
    summary: "List the rider's own bookings"
  },
  getAvailability: {
    refusals: ['scooter_not_found'],
    response: { busy: [{ end_time: EXAMPLE_RIDE.end_time, is_yours: false, start_time: EXAMPLE_RIDE.start_time }] },
    summary: 'Get the times at which the rider cannot book a scooter, on a day and the next',
    tag: 'catalogue'
  },
  resumePayment: {
    refusals: [
      'already_paid',
      'booking_not_found',
      'hold_expired',
      'order_failed',
      'payment_being_confirmed',
      'too_many_requests'
    ],
    response: exampleOrder,
    summary: 'Get the payment order of an unpaid booking again'
  }
}
