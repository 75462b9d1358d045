import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { newId, openEnum, optionalText, requiredText, shownRupees, wholeNumber } from '#contract/kit/fields.ts'
import { dispute, disputeOverride, refund } from '#contract/payments/refunds.ts'
import { KEPT_REASONS } from '#domain/bookings/cancellation.ts'
import { REASON_MAX_LENGTH } from '#domain/constants.ts'
import { ATTEMPT_STATUSES } from '#domain/payments.ts'
import * as formsText from '#messages/admin/forms.ts'
import { bookingForAdmin } from './admin-bookings.ts'
import { rideMoney } from './my-bookings.ts'

// The payments of a booking, for admins.

/** A booking with its payments, newest first. */
export const bookingPayments = v.object({
  booking: v.nullish(bookingForAdmin),
  /** The ride is ahead, under way or to be returned, so that its PIN can be shown. */
  has_pin: v.nullish(v.boolean()),
  /** The provider's order; null before it is created. */
  order_id: optionalText,
  attempts: v.array(
    v.object({
      status: v.picklist(ATTEMPT_STATUSES),
      /** The provider's id; null for attempts reported only by the browser. */
      payment_id: optionalText,
      /** The captured amount in whole units of `currency`; null for other attempts. */
      amount: v.nullish(v.number(), null),
      currency: optionalText,
      reason: optionalText,
      created_at: v.string()
    })
  ),
  /** What its rider is or was owed because the ride was cancelled late, in rupees; and when and how it was paid. */
  compensation: v.nullish(v.object({ amount: v.number(), paid_at: optionalText, note: optionalText })),
  disputes: v.nullish(v.array(dispute), []),
  /** What was paid for its ride, as the rider reads it. */
  ride: v.nullish(v.object(rideMoney)),
  /** Why something of its payment does not go back, although it was cancelled. */
  kept: v.nullish(v.object({ amount: v.number(), percent: v.number(), reason: openEnum(KEPT_REASONS) })),
  /** The terms that its rider had agreed to when it was made: their day, and the instant. */
  consent: v.nullish(v.object({ version: v.string(), agreed_at: v.string() })),
  refunds: v.array(refund)
})
export type BookingPayments = v.InferOutput<typeof bookingPayments>

export const getBookingPayments = defineEndpoint('GET /admin/bookings/{id}/payments', {
  staff: { lowest: 'manager', scope: 'booking' },
  output: bookingPayments
})

export const reconcileBooking = defineEndpoint('POST /admin/bookings/{id}/payments', {
  staff: { lowest: 'manager', scope: 'booking' },
  output: bookingPayments
})

/**
 * Refunds a part of a paid or cancelled booking's payment as goodwill. The booking does not change.
 *
 * 409 if less is left of the payment. `id` makes the call safe to repeat; 409 if another refund has it.
 */
export const refundBooking = defineEndpoint('POST /admin/bookings/{id}/refund', {
  staff: { lowest: 'manager', scope: 'booking' },
  body: v.object({
    amount: wholeNumber({ max: Number.MAX_SAFE_INTEGER, min: 1 }, formsText.amountRequired),
    despite_dispute: disputeOverride,
    id: v.optional(newId),
    reason: requiredText(formsText.reasonRequired, REASON_MAX_LENGTH)
  }),
  output: bookingPayments
})

/**
 * Notes how a rider was paid what is owed for a ride that was cancelled late. A repeat by the same admin answers the
 * same. 409 unless this amount is owed, with who has paid it and when.
 */
export const payCompensation = defineEndpoint('POST /admin/bookings/{id}/compensation', {
  staff: { lowest: 'owner' },
  body: v.object({ amount: shownRupees(), note: requiredText(formsText.paidNoteRequired, REASON_MAX_LENGTH) }),
  output: bookingPayments
})

export const docs = {
  getBookingPayments: { summary: 'Get the payments, refunds and disputes of a booking' },
  reconcileBooking: {
    refusals: ['provider_unreachable'],
    summary: 'Reconcile a booking with the payment provider now'
  },
  refundBooking: {
    refusals: ['amount_changed', 'nothing_to_refund', 'payment_disputed', 'refund_too_high'],
    summary: 'Refund a part of a booking as goodwill'
  },
  payCompensation: {
    refusals: ['booking_not_found', 'compensation_not_owed', 'paid_by_another'],
    summary: 'Note how a rider was paid what is owed for a cancelled ride'
  }
} satisfies Docs
