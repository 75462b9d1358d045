import * as v from 'valibot'
import { bookingSummary } from '#contract/bookings/booked-ride.ts'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, optionalText, requiredText } from '#contract/kit/fields.ts'
import { listQuery } from '#contract/kit/list-query.ts'
import { REFUND_STATUSES } from '#domain/refunds.ts'
import * as text from '#messages/admin.ts'
import { blockingDispute, disputeOverride } from './disputes.ts'

// Money that goes back, and what of it needs a person. All added by us: only our own backend knows of it.

/** A payment that its booking did not take, or gave back. Instants are ISO. */
export const refund = v.object({
  /** The provider's id of the payment; it has one refund. */
  payment_id: id,
  booking_id: id,
  /** The booking's. */
  ...bookingSummary,
  /** What was captured and goes back: all of it, in whole units of `currency`, so that 0.99 is 99 paise. */
  amount: v.number(),
  /** Another than INR only where a payment was not in the order's currency. */
  currency: v.string(),
  /** What the booking costs, in rupees. */
  booking_amount: v.number(),
  /** domain/refunds.ts has the words. */
  reason: v.string(),
  status: v.string(),
  refund_id: optionalText,
  /** Why it did not go through, in the provider's words; or what an admin noted. */
  note: optionalText,
  /** While it is there, the payment is not given back by itself. */
  dispute: blockingDispute,
  created_at: v.string()
})
export type RefundForAdmin = v.InferOutput<typeof refund>

/** Newest first. `status=review` is what needs a person. */
export const listRefunds = defineEndpoint({
  access: 'admin',
  isExtension: true,
  method: 'GET',
  output: v.array(refund),
  path: '/admin/refunds',
  query: listQuery(['created_at'], { status: v.optional(v.picklist(REFUND_STATUSES, text.unknownFilter)) })
})

/** What the admin was shown: when it is not what would be given back, nothing is done (409). */
export const expectedAmount = v.pipe(v.number(text.amountRequired), v.minValue(0, text.amountRequired))

/** Has the provider asked to give the money back (again): for what is in review, else 409. */
export const sendRefund = defineEndpoint({
  access: 'admin',
  isExtension: true,
  body: v.object({ amount: expectedAmount, despite_dispute: disputeOverride }),
  method: 'POST',
  output: refund,
  path: '/admin/refunds/{payment_id}/send'
})

/** The money was given back in another way, and the note says how: for what is in review, else 409. */
export const closeRefund = defineEndpoint({
  access: 'admin',
  isExtension: true,
  body: v.object({
    amount: expectedAmount,
    despite_dispute: disputeOverride,
    note: requiredText(text.noteRequired, 500)
  }),
  method: 'POST',
  output: refund,
  path: '/admin/refunds/{payment_id}/close'
})
