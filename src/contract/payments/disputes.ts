import * as v from 'valibot'
import { bookedRide } from '#contract/bookings/booked-ride.ts'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, idSent, optionalText } from '#contract/kit/fields.ts'
import { listing } from '#contract/kit/list-query.ts'
import { DISPUTE_STATUSES } from '#domain/disputes.ts'
import * as text from '#messages/admin.ts'

// Payments that a rider's bank takes back. All added by us: only our own backend knows of it. Instants are ISO.

const facts = {
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
export const disputeAgainst = v.nullish(
  v.object({
    ...facts,
    /** An admin gives the payment back all the same. */
    refund_allowed: v.nullish(v.boolean(), false)
  }),
  null
)
export type DisputeAgainst = NonNullable<v.InferOutput<typeof disputeAgainst>>

/**
 * The dispute that the admin was shown, where a disputed payment is to be given back all the same. Without it, or when
 * the dispute is not as it was shown any more, nothing is done (409).
 */
export const despiteDispute = v.optional(
  v.object({ dispute_id: idSent, status: v.picklist(DISPUTE_STATUSES, text.unknownStatusOfDispute) })
)
export type DespiteDispute = v.InferOutput<typeof despiteDispute>

export const dispute = v.object({
  ...facts,
  payment_id: id,
  booking_id: id,
  /** The booking's. */
  ...bookedRide,
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
  added: true,
  method: 'GET',
  output: v.array(dispute),
  path: '/admin/disputes',
  query: listing(['created_at', 'respond_by', 'told_at'], {
    is_decided: v.optional(v.picklist(['true', 'false'], text.unknownFilter))
  })
})
