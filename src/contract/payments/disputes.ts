import * as v from 'valibot'
import { bookingSummary } from '#contract/bookings/booked-ride.ts'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, idInput, optionalText } from '#contract/kit/fields.ts'
import { listQuery } from '#contract/kit/list-query.ts'
import { DISPUTE_STATUSES } from '#domain/disputes.ts'
import * as text from '#messages/admin.ts'

// Payments that a rider's bank takes back. All added by us: only our own backend knows of it. Instants are ISO.

const disputeFields = {
  /** The provider's id. */
  dispute_id: id,
  /** domain/disputes.ts has the words of both. */
  status: v.string(),
  phase: v.string(),
  /** What it is over, in whole units of `currency`; it need not be all of the payment. */
  amount: v.number(),
  /** What the provider has taken from the account for it. */
  amount_deducted: v.number(),
  currency: v.string(),
  /** Until then an answer has to reach the bank; null where the provider does not say. */
  respond_by: optionalText
}

/** The most pressing dispute that speaks against giving a payment back; null where none does. */
export const blockingDispute = v.nullish(
  v.object({
    ...disputeFields,
    /** An admin gives the payment back all the same. */
    refund_allowed: v.nullish(v.boolean(), false)
  }),
  null
)
export type BlockingDispute = NonNullable<v.InferOutput<typeof blockingDispute>>

/**
 * The dispute that the admin was shown, where a disputed payment is to be given back all the same. Without it, or when
 * the dispute is not as it was shown any more, nothing is done (409).
 */
export const disputeOverride = v.optional(
  v.object({ dispute_id: idInput, status: v.picklist(DISPUTE_STATUSES, text.unknownStatusOfDispute) })
)
export type DisputeOverrideInput = v.InferOutput<typeof disputeOverride>

export const dispute = v.object({
  ...disputeFields,
  payment_id: id,
  booking_id: id,
  /** The booking's. */
  ...bookingSummary,
  /** What the booking costs, in rupees. */
  booking_amount: v.number(),
  /** The bank's, as the provider words it. */
  reason: v.string(),
  created_at: v.string(),
  /** When that happened which is known of it last. */
  told_at: v.string()
})
export type Dispute = v.InferOutput<typeof dispute>

/** Newest first. */
export const listDisputes = defineEndpoint({
  access: 'admin',
  isExtension: true,
  method: 'GET',
  output: v.array(dispute),
  path: '/admin/disputes',
  query: listQuery(['created_at', 'respond_by', 'told_at'], {
    is_decided: v.optional(v.picklist(['true', 'false'], text.unknownFilter))
  })
})
