import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { said } from '#contract/kit/fields.ts'

/** Added by us: gives a Pending hold up at once, so that the time is free for others. */
export const cancelBooking = defineEndpoint({
  access: 'rider',
  added: true,
  method: 'POST',
  output: said,
  path: '/bookings/{id}/cancel'
})
