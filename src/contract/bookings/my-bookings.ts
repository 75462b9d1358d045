import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, idText, openEnum, optionalOpenEnum, optionalText } from '#contract/kit/fields.ts'
import { positiveInteger } from '#contract/kit/list-query.ts'
import { BOOKING_KINDS, HOLD_OUTCOMES, PAYMENT_STATUSES } from '#domain/bookings/booking-status.ts'
import { CANCELLERS } from '#domain/bookings/cancellation.ts'
import { PAPER_KINDS } from '#domain/catalogue/scooters.ts'
import { MY_BOOKINGS_LIMIT_MAX } from '#domain/constants.ts'
import { REFUND_STAGES } from '#domain/payments.ts'
import { TROUBLES } from '#domain/problems/problems.ts'
import * as apiErrorsText from '#messages/api-errors.ts'

/** What police ask for on the road. */
const ridePapers = v.object({
  registration_number: v.string(),
  /** The last day of each paper, 'yyyy-MM-dd'. */
  ends: v.array(v.object({ expires_on: v.string(), kind: openEnum(PAPER_KINDS) }))
})

/** An extension that is not paid yet. */
const unpaidExtension = v.object({
  id,
  /** Rupees. */
  amount: v.number(),
  end_time: v.string(),
  /** When its hold ends, ISO. */
  expires_at: v.string(),
  is_settling: v.boolean()
})

/** What was paid for a ride with its extensions, cancelled ones too, less what goes back. */
export const rideMoney = {
  /** Rupees; missing if it is `amount`. */
  paid: v.nullish(v.number()),
  /** By which the rider's bank finds what was refunded. */
  bank_references: v.nullish(v.array(v.string())),
  /** The extensions that were paid, by their start, with what goes back of each. Rupees; a cancelled one has no start. */
  extended: v.nullish(
    v.array(
      v.object({
        amount: v.number(),
        hours: v.number(),
        refund: v.nullish(v.number()),
        start_time: v.nullish(v.string())
      })
    )
  )
}

/**
 * A ride with its paid extensions: its end is theirs, and its amount is the sum. An extension that is refunded because
 * it could not be confirmed is an item of its own.
 */
export const booking = v.object({
  id,
  scooter: v.nullish(v.object({ id: v.nullish(id), name: v.nullish(v.string()) })),
  /** Instants are ISO; UTC if the backend sends no zone. */
  start_time: v.string(),
  end_time: v.string(),
  payment_status: openEnum(PAYMENT_STATUSES),
  /** Only for the payer's own paid booking that has not ended, or until `return_until`. */
  otp_pin: optionalText,
  // Only the embedded backend sends these.
  /** 'extension' if it is an extension; missing for a ride. */
  kind: optionalOpenEnum(BOOKING_KINDS),
  extension: v.nullish(unpaidExtension, null),
  /** When the PIN of a paid booking can be read, ISO; null: now or never. */
  pin_from: optionalText,
  /** Rupees. */
  amount: v.nullish(v.number()),
  ...rideMoney,
  /** When an unpaid hold ends, ISO. */
  expires_at: optionalText,
  created_at: optionalText,
  /** Null if the rate for these hours applied. */
  plan_name: optionalText,
  property_name: optionalText,
  /** Where to find the scooter. Only of payable bookings and of paid ones that have not ended; the property's own. */
  property_location: optionalText,
  parking_note: optionalText,
  /** The property's own support number, in digits; null if it has the build's. */
  support_phone: optionalText,
  /** A payment awaits the provider's answer, so the rider must not pay again. */
  is_settling: v.nullish(v.boolean(), false),
  /** Rupees that are or will be refunded, because the booking was cancelled or could not be confirmed. */
  refund: v.nullish(v.number(), null),
  /** 'pending' until all of the refund is processed. */
  refund_status: optionalOpenEnum(REFUND_STAGES),
  /** The day in India by which the refund should arrive, YYYY-MM-DD. */
  refund_by: optionalText,
  /** The refund is paid back at the desk. */
  paid_at_desk: v.nullish(v.boolean()),
  /** Rupees that the operator owes beside the refund, because it cancelled late. */
  owed: v.nullish(v.number()),
  /** Who cancelled a paid booking. */
  cancelled_by: optionalOpenEnum(CANCELLERS),
  /** Why an admin cancelled it. */
  cancel_reason: optionalText,
  /** When the ride was returned, ISO. Only of a ride that ended before its booked end. */
  returned_at: optionalText,
  /**
   * Of a ride that has begun and was not returned: until when its rider can still return it, ISO. An hour after its
   * end, or the start of the scooter's next ride. A day after its end where the property confirms returns.
   */
  return_until: optionalText,
  /** Why its rider may need another scooter: see `getWayOut`. */
  trouble: optionalOpenEnum(TROUBLES),
  /** The ride has ended and was not returned, and the property confirms returns. */
  is_late: v.nullish(v.boolean()),
  /** Of such a ride: when the staff changed the PIN of its lock, ISO. */
  pin_changed_at: optionalText,
  /** Of a paid ride that was not returned: what riders need not report about its scooter. */
  known_damage: optionalText,
  /** Of a paid ride that is not over, if its scooter has a registration number. */
  papers: v.nullish(ridePapers),
  /** How the hold of a failed booking ended. */
  hold_outcome: optionalOpenEnum(HOLD_OUTCOMES)
})
export type Booking = v.InferOutput<typeof booking>

/** The paged sections of the list: paid rides that have ended, and bookings that were not completed. */
const PAGED_SECTIONS = ['past', 'not_completed'] as const
export type PagedSection = (typeof PAGED_SECTIONS)[number]

/**
 * Without parameters all bookings, newest first. With `limit` all current bookings and up to `limit` of each section.
 * With `section` up to `limit` of that one, after the booking `before`.
 *
 * The `x-has-more` header (contract/kit/list-query.ts) tells whether any returned section has more.
 */
export const listMyBookings = defineEndpoint('GET /my-bookings', {
  access: 'rider',
  isSpecified: true,
  output: v.array(booking),
  query: v.object({
    before: v.optional(idText),
    limit: v.optional(positiveInteger(MY_BOOKINGS_LIMIT_MAX)),
    section: v.optional(v.picklist(PAGED_SECTIONS, apiErrorsText.unknownFilter))
  })
})

const rideRefund = v.object({
  /** Rupees. */
  amount: v.number(),
  created_at: v.string(),
  status: openEnum(REFUND_STAGES),
  bank_reference: optionalText
})

/** One row of a ride: the booking or an extension, with its own payment. */
export const rideRow = v.object({
  id,
  kind: openEnum(BOOKING_KINDS),
  start_time: v.string(),
  end_time: v.string(),
  /** Rupees. */
  amount: v.number(),
  payment_status: openEnum(PAYMENT_STATUSES),
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

/** By its id or by that of one of its extensions. */
export const getBooking = defineEndpoint('GET /bookings/{id}', { access: 'rider', output: bookingDetails })

export const docs = {
  listMyBookings: { summary: "List the rider's own bookings" },
  getBooking: {
    refusals: ['booking_not_found'],
    summary: 'Get a ride of the rider with its payments, refunds and cancellation terms'
  }
} satisfies Docs
