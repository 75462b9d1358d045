import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { messageResponse } from '#contract/kit/fields.ts'
import { isPin } from '#domain/catalogue/pin.ts'
import { invalidPin } from '#messages/admin/catalogue/catalogue-responses.ts'

// A file of its own: the portal loads it with the list of PINs to change, whose call it needs earlier.

/**
 * The lock now has `new_pin`, so it becomes the scooter's PIN. Safe to send again. A PIN that is no longer the one to
 * change to is refused, and so is a scooter in a ride unless `anyway` is true.
 */
export const changePin = defineEndpoint({
  access: 'admin',
  body: v.object({
    anyway: v.optional(v.boolean(), false),
    new_pin: v.pipe(v.optional(v.string(invalidPin), ''), v.check(isPin, invalidPin))
  }),
  isEmbeddedOnly: true,
  method: 'POST',
  output: messageResponse,
  path: '/admin/pin-changes/{scooter_id}'
})
