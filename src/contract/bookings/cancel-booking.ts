import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'

/** What the rider is refunded for cancelling a paid booking now. Rupees. */
const cancelPreview = v.object({
  /** What was paid. */
  amount: v.number(),
  refund: v.number(),
  /** When the refund becomes `refund_after`, ISO. Null: not before the ride starts. */
  until: v.nullish(v.string(), null),
  refund_after: v.nullish(v.number(), null),
  /** When a full refund ended, ISO. Null while it is still possible. */
  full_refund_until: v.nullish(v.string(), null)
})
export type CancelPreview = v.InferOutput<typeof cancelPreview>

export const previewCancellation = defineEndpoint({
  access: 'rider',
  isEmbeddedOnly: true,
  method: 'GET',
  output: cancelPreview,
  path: '/bookings/{id}/cancel-preview'
})

/**
 * Cancels a booking. A Pending hold is released at once. For a paid booking `amount` is the refund that the rider
 * agreed to; 409 if it is another by now.
 */
export const cancelBooking = defineEndpoint({
  access: 'rider',
  isEmbeddedOnly: true,
  body: v.object({ amount: v.optional(v.number()) }),
  method: 'POST',
  output: v.object({
    message: v.nullish(v.string(), ''),
    /** Rupees; null for a hold, which was not paid. */
    refund: v.nullish(v.number(), null)
  }),
  path: '/bookings/{id}/cancel'
})
