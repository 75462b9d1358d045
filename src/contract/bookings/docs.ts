import {
  type DocsOf,
  EXAMPLE_CREATED_AT,
  EXAMPLE_PARKING_NOTE,
  EXAMPLE_PROPERTY,
  EXAMPLE_RIDE
} from '#contract/kit/endpoint-docs.ts'
import { exampleOrder, exampleRefund } from '#contract/payments/docs.ts'
import { DEFAULT_TERMS } from '#domain/bookings/cancellation.ts'
import { csvHeadings } from '#messages/admin/bookings.ts'
import { bookingForAdmin } from './admin-bookings.ts'
import { bookingPayments } from './booking-payments.ts'
import { csvLine } from './bookings-csv.ts'
import { booking } from './my-bookings.ts'

const exampleBooking = {
  amount: 150,
  cancelled_by: null,
  created_at: EXAMPLE_CREATED_AT,
  end_time: EXAMPLE_RIDE.end_time,
  expires_at: null,
  hold_outcome: null,
  id: '7d1c2f0a',
  is_settling: false,
  otp_pin: '482915',
  parking_note: EXAMPLE_PARKING_NOTE,
  payment_status: 'Completed' as const,
  pin_from: null,
  plan_name: null,
  property_location: EXAMPLE_PROPERTY.location,
  property_name: EXAMPLE_RIDE.property_name,
  refund: null,
  refund_status: null,
  returned_at: null,
  scooter: { id: 'ather-450x-a1', name: EXAMPLE_RIDE.scooter_name },
  start_time: EXAMPLE_RIDE.start_time
}

const exampleForAdmin = {
  ...EXAMPLE_RIDE,
  amount: 150,
  booking_type: 'hourly' as const,
  created_at: EXAMPLE_CREATED_AT,
  dispute: null,
  id: '7d1c2f0a',
  plan_name: null,
  property_id: 'palm-grove',
  refunded: 0,
  return_photo_id: null,
  ride_id: null,
  scooter_id: 'ather-450x-a1',
  user_id: 'asha',
  user_phone: '+91 98450 11223'
}

const examplePayments = {
  attempts: [
    {
      amount: 150,
      created_at: EXAMPLE_CREATED_AT,
      currency: 'INR',
      payment_id: 'pay_29QQoUBi66xm2f',
      reason: null,
      status: 'captured' as const
    }
  ],
  consent: { agreed_at: EXAMPLE_CREATED_AT, version: '2026-06-01' },
  disputes: [],
  order_id: exampleOrder.razorpay_order_id,
  refunds: [exampleRefund]
}

export const components = {
  Booking: booking,
  BookingForAdmin: bookingForAdmin,
  BookingPayments: bookingPayments
}

/** Of a new hold: of a ride, or of more time for one. */
const HOLD_REFUSALS = [
  'booking_conflict',
  'closed_on_date',
  'hold_ended',
  'hold_ending_soon',
  'license_expired',
  'license_rejected',
  'license_unreviewed',
  'order_failed',
  'outside_hours',
  'own_ride_overlaps',
  'ride_too_long',
  'rider_suspended',
  'too_many_first_holds',
  'too_many_holds',
  'too_many_holds_of_scooter',
  'too_many_requests'
] as const

export const docs: DocsOf<'bookings'> = {
  createHourlyBooking: {
    refusals: [
      ...HOLD_REFUSALS,
      'plan_not_available',
      'plan_not_on_day',
      'property_paused',
      'scooter_not_found',
      'scooter_unavailable',
      'start_passed',
      'start_too_far',
      'start_too_soon'
    ],
    request: { duration_hours: 3, scooter_id: 'ather-450x-a1', start_time: EXAMPLE_RIDE.start_time },
    response: exampleOrder,
    summary: 'Hold a scooter for a ride and create its payment order'
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
      'hold_ended',
      'hold_expired',
      'order_failed',
      'payment_being_confirmed',
      'too_many_requests'
    ],
    response: exampleOrder,
    summary: 'Get the payment order of an unpaid booking again'
  },
  listMyBookings: { response: [exampleBooking], summary: "List the rider's own bookings" },
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
  previewCancellation: {
    refusals: ['booking_not_found', 'cannot_cancel'],
    response: { amount: 150, full_refund_until: null, refund: 150, refund_after: 75, until: EXAMPLE_RIDE.start_time },
    summary: 'Get the refund for cancelling a paid booking now'
  },
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
    response: { refund: 75 },
    summary: 'Cancel an unpaid booking, or a paid one for the refund that was shown'
  },
  listExtensions: {
    refusals: ['booking_not_found'],
    response: {
      choices: [{ amount: 50, end_time: EXAMPLE_RIDE.end_time, hours: 1 }],
      is_own_next: false,
      next_taken: null,
      other_scooter: null,
      reason: null
    },
    summary: 'List by how many hours a paid ride can be extended, and for how much'
  },
  extendBooking: {
    refusals: [...HOLD_REFUSALS, 'booking_not_found', 'cannot_extend', 'scooter_leaves_service'],
    request: { hours: 1 },
    response: exampleOrder,
    summary: 'Hold the time after a paid ride and create its payment order'
  },
  previewReturn: {
    refusals: ['booking_not_found', 'cannot_return', 'ride_not_started'],
    response: { refund: 50 },
    summary: 'Get the refund for ending a ride now'
  },
  returnRide: {
    refusals: ['booking_not_found', 'cannot_return', 'ride_changed', 'ride_not_started'],
    request: { photo_id: '3c1f9a7d' },
    response: { end_time: EXAMPLE_RIDE.end_time, refund: 50 },
    summary: 'End a ride that is under way'
  },
  getWayOut: {
    refusals: ['booking_not_found'],
    response: { cause: 'reported', is_full: true, refund: 150, scooters: [{ id: 'ola-s1-b2', name: 'Ola S1 · B2' }] },
    summary: 'Get what a rider can have instead of a scooter with trouble'
  },
  moveOwnRide: {
    refusals: ['booking_not_found', 'no_way_out', 'ride_changed', 'scooter_taken'],
    request: { from_scooter_id: 'ather-450x-a1', scooter_id: 'ola-s1-b2' },
    response: { ...exampleBooking, scooter: { id: 'ola-s1-b2', name: 'Ola S1 · B2' } },
    summary: 'Take another scooter for a ride with trouble'
  },
  takeMoneyBack: {
    refusals: ['booking_not_found', 'no_way_out', 'refund_changed'],
    request: { amount: 150 },
    response: { refund: 150 },
    summary: 'Take the money back for a ride with trouble'
  },
  listAllBookings: { response: [exampleForAdmin], summary: 'List all bookings' },
  exportBookings: { response: csvLine(csvHeadings), summary: 'Download the bookings as a CSV file' },
  previewCancellationAsAdmin: {
    response: { owed: 75, refund: 150 },
    summary: 'Get what cancelling a booking refunds now, and what the operator owes its rider'
  },
  cancelBookingAsAdmin: {
    refusals: ['amount_changed', 'booking_ended', 'cancelled_by_another', 'payment_disputed'],
    request: { amount: 150, owed: 75 },
    response: { ...exampleForAdmin, payment_status: 'Cancelled' },
    summary: 'Cancel a paid or held booking and refund what is left of its payment'
  },
  returnRideAsAdmin: {
    refusals: ['ride_changed', 'ride_not_under_way'],
    request: { reason: 'The rider called: the scooter is back' },
    response: exampleForAdmin,
    summary: "End a rider's ride that is under way"
  },
  listMoveTargets: {
    response: [{ id: 'ola-s1-b2', name: 'Ola S1 · B2' }],
    summary: 'List the scooters that a ride can be moved to'
  },
  moveRideAsAdmin: {
    refusals: ['ride_changed', 'scooter_taken'],
    request: { from_scooter_id: 'ather-450x-a1', reason: 'Flat tyre', scooter_id: 'ola-s1-b2' },
    response: { ...exampleForAdmin, scooter_id: 'ola-s1-b2', scooter_name: 'Ola S1 · B2' },
    summary: 'Move a paid ride to another scooter'
  },
  getBookingPayments: {
    response: examplePayments,
    summary: 'Get the payments, refunds and disputes of a booking'
  },
  reconcileBooking: {
    refusals: ['provider_unreachable'],
    response: examplePayments,
    summary: 'Reconcile a booking with the payment provider now'
  },
  refundBooking: {
    refusals: ['amount_changed', 'nothing_to_refund', 'payment_disputed', 'refund_too_high'],
    request: { amount: 50, reason: 'The scooter was not charged' },
    response: examplePayments,
    summary: 'Refund a part of a booking as goodwill'
  },
  payCompensation: {
    refusals: ['booking_not_found', 'compensation_not_owed', 'paid_by_another'],
    request: { amount: 75, note: 'UPI, 432198765012' },
    response: examplePayments,
    summary: 'Note how a rider was paid what is owed for a cancelled ride'
  }
}
