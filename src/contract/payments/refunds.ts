import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, optionalText, requiredText } from '#contract/kit/fields.ts'
import { listQuery } from '#contract/kit/list-query.ts'
import { REASON_MAX_LENGTH } from '#domain/constants.ts'
import { REFUND_REASONS, REFUND_STATUSES } from '#domain/payments/refunds.ts'
import * as refundResponses from '#messages/admin/payments/refunds.ts'
import { unknownFilter } from '#messages/validation.ts'
import { blockingDispute, bookingSummary, disputeOverride } from './disputes.ts'

// Refunds, and those that need an admin. Only the embedded backend has these calls.

/** A full or partial refund of a captured payment. Instants are ISO. */
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
  /** The provider's reason for a failure, or an admin's note. */
  note: optionalText,
  /** Blocks the automatic refund while present. */
  dispute: blockingDispute,
  created_at: v.string()
})
export type RefundForAdmin = v.InferOutput<typeof refund>

/** Newest first. `status=review` selects those that need an admin. */
export const listRefunds = defineEndpoint({
  access: 'admin',
  isEmbeddedOnly: true,
  method: 'GET',
  output: v.array(refund),
  path: '/admin/refunds',
  query: listQuery(['created_at'], { status: v.optional(v.picklist(REFUND_STATUSES, unknownFilter)) })
})

/** The amount shown to the admin. 409 if it is not what would be refunded. */
const expectedAmount = v.pipe(v.number(refundResponses.amountRequired), v.minValue(0, refundResponses.amountRequired))

/** What an admin confirms of a refund that the provider sends. */
export const confirmedRefund = v.object({ amount: expectedAmount, despite_dispute: disputeOverride })

/** Sends the refund to the provider (again). 409 unless it is in review. */
export const sendRefund = defineEndpoint({
  access: 'admin',
  isEmbeddedOnly: true,
  body: confirmedRefund,
  method: 'POST',
  output: refund,
  path: '/admin/refunds/{id}/send'
})

/** Closes a refund that was paid by other means; the note says how. 409 unless it is in review. */
export const closeRefund = defineEndpoint({
  access: 'admin',
  isEmbeddedOnly: true,
  body: v.object({
    amount: expectedAmount,
    despite_dispute: disputeOverride,
    note: requiredText(refundResponses.noteRequired, REASON_MAX_LENGTH)
  }),
  method: 'POST',
  output: refund,
  path: '/admin/refunds/{id}/close'
})
