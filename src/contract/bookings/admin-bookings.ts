import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import {
  day,
  freeText,
  id,
  idText,
  namedRow,
  openEnum,
  optionalId,
  optionalOpenEnum,
  optionalText,
  pressedAt,
  requiredText,
  shownRupees
} from '#contract/kit/fields.ts'
import { booleanFilter, listQuery, search } from '#contract/kit/list-query.ts'
import { blockingDispute, bookingSummary, confirmedRefund } from '#contract/payments/refunds.ts'
import { BOOKING_TYPES, PAYMENT_STATUSES } from '#domain/bookings/booking-status.ts'
import { REASON_MAX_LENGTH } from '#domain/constants.ts'
import { DESK_METHODS } from '#domain/payments.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as apiErrorsText from '#messages/api-errors.ts'

/** A booking as an admin sees it. Instants are ISO; UTC if the backend sends no zone. */
export const bookingForAdmin = v.object({
  id,
  ...bookingSummary,
  /** Other backends may have types of their own, such as 'manual'. */
  booking_type: optionalOpenEnum(BOOKING_TYPES),
  // Only the embedded backend sends these.
  /** Of an extension: the booking that it extends. */
  ride_id: optionalId,
  user_id: optionalId,
  scooter_id: optionalId,
  property_id: optionalId,
  plan_name: optionalText,
  /** What the rider wrote while booking. */
  note_to_staff: v.nullish(v.string()),
  /** Rupees. */
  amount: v.nullish(v.number(), null),
  /** How it was paid at the desk, and what the staff noted, such as the room. */
  paid_by: v.nullish(openEnum(DESK_METHODS)),
  pay_note: v.nullish(v.string()),
  /** Rupees of the payment that were or will be refunded; null without a payment. */
  refunded: v.nullish(v.number(), null),
  created_at: optionalText,
  /** The ride has ended with this row, and is to be returned. */
  is_unreturned: v.nullish(v.boolean(), false),
  /** The same, where the property confirms returns. */
  is_late: v.nullish(v.boolean()),
  /** When the rider pressed 'I've returned it', ISO, if that arrived at least a minute later. */
  return_pressed_at: optionalText,
  /** The photo of the parked scooter (GET /photos/{id}). */
  return_photo_id: optionalId,
  /** The staff may say that its rider did not come (cancelAbsentRide). */
  may_be_absent: v.nullish(v.boolean()),
  /** The dispute that blocks a refund of the payment. */
  dispute: blockingDispute
})
export type BookingForAdmin = v.InferOutput<typeof bookingForAdmin>

/** What all screens of the staff have of a ride. */
export const STAFF_RIDE_FIELDS = [
  'end_time',
  'id',
  'is_late',
  'may_be_absent',
  'note_to_staff',
  'return_photo_id',
  'scooter_id',
  'scooter_name',
  'start_time',
  'user_name',
  'user_phone'
] as const
export type StaffRide = Pick<BookingForAdmin, (typeof STAFF_RIDE_FIELDS)[number]>

const filters = {
  ...search,
  /** 'false': bookings under way or ahead. */
  has_ended: booleanFilter,
  /** '1': only rides that are late. The last row of each. */
  late: v.optional(v.picklist(['1'], apiErrorsText.unknownFilter)),
  /** Only those whose ride is on a room bill. */
  pay: v.optional(v.picklist(['room'], apiErrorsText.unknownFilter)),
  property_id: v.optional(idText),
  scooter_id: v.optional(idText),
  status: v.optional(v.picklist(PAYMENT_STATUSES, apiErrorsText.unknownFilter)),
  user_id: v.optional(idText),
  // Days in India on which the ride starts, both inclusive.
  from: v.optional(day),
  to: v.optional(day)
}

/**
 * `q` finds riders as in the list of riders, scooters whose name contains each of its words, and the booking with this
 * reference (domain/bookings/rides.ts).
 *
 * Filtered lists are sorted by ride start in the direction of `sort`, even if `sort` names `created_at`.
 */
export const bookingsQuery = listQuery(['created_at', 'start_time'], filters)

export const listAllBookings = defineEndpoint('GET /admin/bookings', {
  staff: { lowest: 'manager', scope: 'list' },
  isSpecified: true,
  output: v.array(bookingForAdmin),
  query: bookingsQuery
})

/** Rupees. A rider who asks for the cancellation is owed nothing. */
export const previewCancellationAsAdmin = defineEndpoint('GET /admin/bookings/{id}/cancel', {
  staff: { lowest: 'manager', scope: 'booking' },
  output: v.object({ owed: v.number(), refund: v.number() })
})

/**
 * Cancels a paid or held booking, also a past one. A paid ride is cancelled with its extensions, whichever of them is
 * named, and all that is left of their payments is refunded.
 *
 * 409 unless `amount` is what would be refunded: rupees, 0 for a hold; and unless `owed` is what would be owed, if it
 * is sent. A rider who has asked for the cancellation is owed nothing. The rider reads the reason.
 */
export const cancelBookingAsAdmin = defineEndpoint('POST /admin/bookings/{id}/cancel', {
  staff: { lowest: 'manager', scope: 'booking' },
  body: v.object({
    ...confirmedRefund.entries,
    owed: v.optional(shownRupees()),
    reason: freeText(REASON_MAX_LENGTH),
    rider_asked: v.optional(v.boolean(), false)
  }),
  output: bookingForAdmin
})

/** What goes back if the rider did not come: as much as by a cancellation just before the start. Rupees. */
export const previewAbsence = defineEndpoint('GET /admin/bookings/{id}/did-not-come', {
  staff: { lowest: 'manager', scope: 'booking' },
  output: v.object({
    /** What was paid for the ride with its extensions. */
    amount: v.number(),
    /** When its rider first read the PIN, ISO; null: never. */
    pin_seen_at: optionalText,
    refund: v.number()
  })
})

/**
 * Cancels a ride whose rider did not come, with its extensions, and frees the rest of its time. If the PIN was read, the
 * staff say that the scooter is here. Idempotent, whoever repeats it.
 */
export const cancelAbsentRide = defineEndpoint('POST /admin/bookings/{id}/did-not-come', {
  staff: { lowest: 'manager', scope: 'booking' },
  body: v.object({ ...confirmedRefund.entries, is_here: v.optional(v.boolean(), false) }),
  output: bookingForAdmin
})

/** The reason that the form of the portal requires. */
export const returnReason = v.object({ reason: requiredText(formsText.reasonRequired, REASON_MAX_LENGTH) })

/**
 * Ends a ride that is under way, as its rider can, or returns one that has ended, which needs no reason. The activity
 * log keeps the reason. A returned ride stays as it is, so the call may be repeated. The id of an extension names its
 * ride too.
 *
 * A press that a phone has kept names what it was about: 409 if the ride is on another scooter by now, or if a part of
 * it was paid after the press. The ride ends when the call arrives, and the log has the time of the press.
 */
export const returnRideAsAdmin = defineEndpoint('POST /admin/bookings/{id}/return', {
  staff: { lowest: 'caretaker', scope: 'booking' },
  body: v.object({
    pressed_at: pressedAt,
    reason: freeText(REASON_MAX_LENGTH),
    scooter_id: v.optional(idText)
  }),
  output: bookingForAdmin
})

/** The one that has stood longest first. None if the ride is over. */
export const listMoveTargets = defineEndpoint('GET /admin/bookings/{id}/targets', {
  staff: { lowest: 'caretaker', scope: 'booking' },
  output: v.array(namedRow)
})

/**
 * Moves a paid ride with its extensions to another scooter of its property, before its start or under way. Price and
 * times stay. The activity log keeps the reason. A ride that is there already stays, so the call may be repeated; 409
 * if it is no longer on `from_scooter_id`.
 */
export const moveRideAsAdmin = defineEndpoint('POST /admin/bookings/{id}/move', {
  staff: { lowest: 'caretaker', scope: 'booking' },
  body: v.object({
    from_scooter_id: idText,
    reason: requiredText(formsText.reasonRequired, REASON_MAX_LENGTH),
    scooter_id: requiredText(formsText.scooterRequired)
  }),
  output: bookingForAdmin
})

/** What a rider needs to ride without a phone. Instants are ISO. */
const slip = v.object({
  /** Of the booking (domain/bookings/rides.ts). */
  reference: v.string(),
  user_name: v.string(),
  scooter_name: v.string(),
  registration_number: optionalText,
  property_name: v.string(),
  /** The property's address. */
  location: optionalText,
  parking_note: optionalText,
  start_time: v.string(),
  /** With its paid extensions. */
  end_time: v.string(),
  /** That of the lock. */
  pin: v.string(),
  support_phone: optionalText
})
export type Slip = v.InferOutput<typeof slip>

/**
 * Shows the PIN of a paid ride to the desk, for a rider who cannot read it. It is in the activity log, and the rider
 * counts as having read it. 409 unless the ride is ahead, under way or to be returned, or if it has just changed.
 */
export const readSlip = defineEndpoint('POST /admin/bookings/{id}/slip', {
  staff: { lowest: 'manager', scope: 'booking' },
  output: slip
})

export const docs = {
  listAllBookings: { summary: 'List all bookings' },
  previewCancellationAsAdmin: {
    summary: 'Get what cancelling a booking refunds now, and what the operator owes its rider'
  },
  cancelBookingAsAdmin: {
    refusals: ['amount_changed', 'booking_ended', 'cancelled_by_another', 'payment_disputed'],
    summary: 'Cancel a paid or held booking and refund what is left of its payment'
  },
  previewAbsence: { refusals: ['not_absent'], summary: 'Get what goes back if the rider did not come' },
  cancelAbsentRide: {
    refusals: ['amount_changed', 'not_absent', 'payment_disputed', 'pin_was_read', 'ride_changed'],
    summary: 'Cancel a ride whose rider did not come'
  },
  returnRideAsAdmin: {
    refusals: ['return_outdated', 'ride_changed', 'ride_not_under_way'],
    summary: "End a rider's ride that is under way"
  },
  listMoveTargets: { summary: 'List the scooters that a ride can be moved to' },
  moveRideAsAdmin: { refusals: ['ride_changed', 'scooter_taken'], summary: 'Move a paid ride to another scooter' },
  readSlip: { refusals: ['booking_ended', 'ride_changed'], summary: 'Read the PIN of a ride for its rider' }
} satisfies Docs
