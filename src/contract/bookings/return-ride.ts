import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'

/** What ending the ride now refunds, because of extensions that have not begun. */
export const previewReturn = defineEndpoint({
  access: 'rider',
  isEmbeddedOnly: true,
  method: 'GET',
  output: v.object({
    /** Rupees; 0 if the ride has no such extension. */
    refund: v.number()
  }),
  path: '/bookings/{id}/return-preview'
})

/**
 * Ends a ride that is under way. The rest of its time is free for others and is not refunded; extensions that have not
 * begun are cancelled. `photo_id` is of an own upload (POST /uploads/photo).
 *
 * A ride that is over or returned keeps its end, so the call may be repeated. The id of an extension names its ride
 * too.
 */
export const returnRide = defineEndpoint({
  access: 'rider',
  isEmbeddedOnly: true,
  body: v.object({ photo_id: v.nullish(v.string(), null) }),
  method: 'POST',
  output: v.object({
    message: v.nullish(v.string(), ''),
    /** When the ride ended, ISO. */
    end_time: v.string(),
    /** Rupees of cancelled extensions; 0 if there are none. */
    refund: v.nullish(v.number(), 0)
  }),
  path: '/bookings/{id}/return'
})
