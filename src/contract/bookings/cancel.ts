import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { messageResponse } from '#contract/kit/fields.ts'

/** Releases a Pending hold at once. */
export const cancelHold = defineEndpoint({
  access: 'rider',
  isEmbeddedOnly: true,
  method: 'POST',
  output: messageResponse,
  path: '/bookings/{id}/cancel'
})
