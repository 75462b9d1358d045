import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { messageResponse } from '#contract/kit/fields.ts'

/** Added by us: gives a Pending hold up at once, so that the time is free for others. */
export const cancelBooking = defineEndpoint({
  access: 'rider',
  isExtension: true,
  method: 'POST',
  output: messageResponse,
  path: '/bookings/{id}/cancel'
})
