import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, idInput, openEnum, optionalText, requiredText, shownRupees, textOrEmpty } from '#contract/kit/fields.ts'
import { booleanFilter, listQuery } from '#contract/kit/list-query.ts'
import { PAYMENT_STATUSES } from '#domain/bookings/booking-status.ts'
import { REASON_MAX_LENGTH } from '#domain/constants.ts'
import { DISPUTE_STATUSES, REFUND_REASONS, REFUND_STATUSES } from '#domain/payments.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as apiErrorsText from '#messages/api-errors.ts'

// Refunds, disputes and what riders are owed, for admins. Only the embedded backend has these calls. Instants are ISO.

/** Fields that all admin lists show of a booking. */
export const bookingSummary = {
  user_name: textOrEmpty,
  /** Empty: a guest whom the desk has added has none. */
  user_email: textOrEmpty,
  // Only the embedded backend sends the phone.
  user_phone: optionalText,
  scooter_name: textOrEmpty,
  property_name: textOrEmpty,
  start_time: v.string(),
  end_time: v.string(),
  payment_status: openEnum(PAYMENT_STATUSES)
}
export type BookingSummary = v.InferOutput<v.ObjectSchema<typeof bookingSummary, undefined>>

const disputeFields = {
  /** The provider's id. */
  dispute_id: id,
  status: v.picklist(DISPUTE_STATUSES),
  /** The provider's value, which may be new. domain/payments.ts lists the known ones. */
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
  v.object({ dispute_id: idInput, status: v.picklist(DISPUTE_STATUSES, formsText.unknownStatusOfDispute) })
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
export const listDisputes = defineEndpoint('GET /admin/disputes', {
  staff: { lowest: 'owner' },
  output: v.array(dispute),
  query: listQuery(['created_at', 'respond_by', 'told_at'], {
    is_decided: booleanFilter
  })
})

/** A full or partial refund of a captured payment. */
export const refund = v.object({
  /** The payment's id if the refund is automatic, for example after a lost slot or a cancelled booking. */
  id,
  /** The provider's payment id. A payment can have several refunds. */
  payment_id: id,
  booking_id: id,
  /** Fields of the booking. */
  ...bookingSummary,
  /** The refunded amount, in whole units of `currency`: 0.99 is 99 paise. */
  amount: v.number(),
  /** INR, unless the payment was not in the order's currency. */
  currency: v.string(),
  /** The booking's price in rupees. */
  booking_amount: v.number(),
  reason: v.picklist(REFUND_REASONS),
  status: v.picklist(REFUND_STATUSES),
  refund_id: optionalText,
  /** By which the rider's bank finds the money; null until the bank has given one. */
  bank_reference: optionalText,
  /** The provider's reason for a failure, or an admin's note. */
  note: optionalText,
  /** Blocks the automatic refund while present. */
  dispute: blockingDispute,
  created_at: v.string()
})
export type RefundForAdmin = v.InferOutput<typeof refund>

/** Newest first. `status=review` selects those that need an admin. */
export const listRefunds = defineEndpoint('GET /admin/refunds', {
  staff: { lowest: 'owner' },
  output: v.array(refund),
  query: listQuery(['created_at'], { status: v.optional(v.picklist(REFUND_STATUSES, apiErrorsText.unknownFilter)) })
})

/** What an admin confirms of a refund. 409 if the shown amount is not what would be refunded. */
export const confirmedRefund = v.object({
  amount: shownRupees(formsText.amountRequired),
  despite_dispute: disputeOverride
})

/** Sends the refund to the provider (again). 409 unless it is in review. */
export const sendRefund = defineEndpoint('POST /admin/refunds/{id}/send', {
  staff: { lowest: 'owner' },
  body: confirmedRefund,
  output: refund
})

/**
 * Closes a refund that was paid by other means; the note says how. A repeat by the same admin answers the same. 409
 * unless it is in review, with who has closed it and when.
 */
export const closeRefund = defineEndpoint('POST /admin/refunds/{id}/close', {
  staff: { lowest: 'owner' },
  body: v.object({
    ...confirmedRefund.entries,
    note: requiredText(formsText.refundNoteRequired, REASON_MAX_LENGTH)
  }),
  output: refund
})

/** What a rider is owed for a ride that was cancelled late, beside its refund. */
export const compensation = v.object({
  /** The ride's. */
  id,
  ...bookingSummary,
  /** Rupees. */
  amount: v.number(),
  created_at: v.string()
})
export type Compensation = v.InferOutput<typeof compensation>

/** Those that are not paid, newest first. */
export const listCompensations = defineEndpoint('GET /admin/compensations', {
  staff: { lowest: 'owner' },
  output: v.array(compensation),
  query: listQuery(['created_at'])
})

export const docs = {
  listDisputes: { summary: 'List the disputes' },
  listRefunds: { summary: 'List the refunds' },
  sendRefund: {
    refusals: ['amount_changed', 'paid_at_desk', 'payment_disputed', 'refund_not_found', 'refund_not_open'],
    summary: 'Send a refund to the provider again'
  },
  closeRefund: {
    refusals: ['amount_changed', 'paid_by_another', 'payment_disputed', 'refund_not_found', 'refund_not_open'],
    summary: 'Close a refund that was paid by other means'
  },
  listCompensations: { summary: 'List what riders are owed for rides that were cancelled late' }
} satisfies Docs
