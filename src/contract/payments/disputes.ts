import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, type OpenEnum, openEnum, optionalText, textOrEmpty } from '#contract/kit/fields.ts'
import { booleanFilter, listQuery } from '#contract/kit/list-query.ts'
import type { PaymentStatus } from '#domain/bookings/booking-status.ts'
import { DISPUTE_STATUSES } from '#domain/payments/disputes.ts'
import * as refundResponses from '#messages/admin/payments/refunds.ts'

// Disputes. Only the embedded backend has these calls. Instants are ISO.

/** Fields that all admin lists show of a booking. Instants are ISO. */
export const bookingSummary = {
  user_name: textOrEmpty,
  user_email: textOrEmpty,
  scooter_name: textOrEmpty,
  property_name: textOrEmpty,
  start_time: v.string(),
  end_time: v.string(),
  payment_status: openEnum as OpenEnum<PaymentStatus>
}

const disputeFields = {
  /** The provider's id. */
  dispute_id: id,
  status: v.picklist(DISPUTE_STATUSES),
  /** The provider's value, which may be new. domain/payments/disputes.ts lists the known ones. */
  phase: v.string(),
  /** The disputed amount in whole units of `currency`; may be less than the payment. */
  amount: v.number(),
  /** The amount deducted from our account. */
  amount_deducted: v.number(),
  currency: v.string(),
  /** Deadline for the response to reach the bank; null if the provider sends none. */
  respond_by: optionalText
}

/** The most urgent dispute that blocks a refund of the payment; null if there is none. */
export const blockingDispute = v.nullish(
  v.object({
    ...disputeFields,
    /** An admin allowed a refund despite the dispute. */
    refund_allowed: v.nullish(v.boolean(), false)
  }),
  null
)
export type BlockingDispute = NonNullable<v.InferOutput<typeof blockingDispute>>

/** The dispute shown to the admin, needed to refund a disputed payment. 409 if it is missing or no longer matches. */
export const disputeOverride = v.optional(
  v.object({ dispute_id: id, status: v.picklist(DISPUTE_STATUSES, refundResponses.unknownStatusOfDispute) })
)
export type DisputeOverrideFields = v.InferOutput<typeof disputeOverride>

export const dispute = v.object({
  ...disputeFields,
  payment_id: id,
  booking_id: id,
  /** Fields of the booking. */
  ...bookingSummary,
  /** The booking's price in rupees. */
  booking_amount: v.number(),
  /** The bank's reason, as worded by the provider. */
  reason: v.string(),
  created_at: v.string(),
  /** Time of the latest event, ISO. */
  told_at: v.string()
})
export type Dispute = v.InferOutput<typeof dispute>

/** Newest first. */
export const listDisputes = defineEndpoint({
  access: 'admin',
  isEmbeddedOnly: true,
  method: 'GET',
  output: v.array(dispute),
  path: '/admin/disputes',
  query: listQuery(['created_at', 'respond_by', 'told_at'], {
    is_decided: booleanFilter
  })
})
