import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { freeText, idText, namedRow, newId, openEnum, shownRupees, wholeNumber } from '#contract/kit/fields.ts'
import { positiveInteger } from '#contract/kit/list-query.ts'
import { BENDS } from '#domain/bookings/bends.ts'
import { PLAN_HOURS, REASON_MAX_LENGTH } from '#domain/constants.ts'
import { DESK_METHODS, DESK_NOTE_MAX_LENGTH } from '#domain/payments.ts'
import * as deskText from '#messages/admin/desk.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { bookingForAdmin } from './admin-bookings.ts'
import { bookingPayments } from './booking-payments.ts'
import { startTime } from './create-booking.ts'

// Bookings that the staff make by hand, for riders who pay at the desk.

/** The scooters of the property, by name. Without `hours`, for the shortest ride on offer that day. */
export const getDeskOffer = defineEndpoint('GET /admin/properties/{id}/desk', {
  staff: { lowest: 'manager', scope: 'property' },
  output: v.object({
    hours: v.number(),
    /** `is_free`: no other ride and no problem keeps it from this rider then. A hint: only a booking has one. */
    scooters: v.array(v.object({ ...namedRow.entries, is_free: v.boolean() }))
  }),
  query: v.object({
    hours: v.optional(positiveInteger(PLAN_HOURS.max, bookingText.invalidHours)),
    start: startTime,
    user_id: v.optional(idText)
  })
})

/**
 * Books a ride that is paid at the desk, from the half hour that has begun on. A repeat with the same id answers the
 * same.
 *
 * With `dry_run` nothing is booked: the answer has the price, the end and the rules that the ride bends. Without it, 409
 * unless `price` and `bends` are as they were shown. A lower amount, a free ride and a bent rule need a reason, for the
 * activity log; a room bill needs the room as its note.
 */
export const bookAtDesk = defineEndpoint('POST /admin/bookings', {
  staff: { lowest: 'manager', scope: 'body' },
  body: v.object({
    id: newId,
    user_id: v.pipe(idText, v.nonEmpty(deskText.riderMissing)),
    scooter_id: v.pipe(idText, v.nonEmpty(formsText.scooterRequired)),
    start_time: startTime,
    hours: wholeNumber(PLAN_HOURS, bookingText.invalidHours),
    pay: v.picklist(DESK_METHODS, apiErrorsText.required),
    note: freeText(DESK_NOTE_MAX_LENGTH),
    /** Rupees that are paid; ignored for a free ride. */
    amount: v.optional(shownRupees(), 0),
    price: v.optional(shownRupees()),
    bends: v.optional(v.pipe(v.array(v.picklist(BENDS)), v.maxLength(BENDS.length)), []),
    reason: freeText(REASON_MAX_LENGTH),
    dry_run: v.optional(v.boolean(), false)
  }),
  output: v.object({
    /** Null after a dry run. */
    booking: v.nullable(bookingForAdmin),
    /** Rupees. */
    price: v.number(),
    end_time: v.string(),
    bends: v.array(openEnum(BENDS))
  })
})

/**
 * Notes that a refund of what was paid at the desk was paid back there. A repeat by the same admin answers the same. 409
 * unless it is open and of this amount.
 */
export const payBackAtDesk = defineEndpoint('POST /admin/bookings/{id}/desk-back', {
  staff: { lowest: 'manager', scope: 'booking' },
  body: v.object({ amount: shownRupees(), refund_id: idText }),
  output: bookingPayments
})

export const docs = {
  getDeskOffer: { summary: 'List which scooters of a property are free for a ride, for a booking made by hand' },
  bookAtDesk: {
    refusals: [
      'booking_conflict',
      'desk_changed',
      'license_expired',
      'license_rejected',
      'license_unreviewed',
      'own_ride_overlaps',
      'rider_suspended',
      'scooter_not_found',
      'scooter_unavailable',
      'start_passed',
      'user_not_found'
    ],
    summary: 'Book a ride by hand, paid at the desk'
  },
  payBackAtDesk: {
    refusals: ['amount_changed', 'paid_by_another', 'refund_not_found', 'refund_not_open'],
    summary: 'Note that a refund was paid back at the desk'
  }
} satisfies Docs
