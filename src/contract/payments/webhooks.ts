import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { messageResponse } from '#contract/kit/fields.ts'

/**
 * What the card provider tells, signed over the bytes as they came: they are read only after that. 200 says that it is
 * done and never needs telling again; anything else has it told again for a day.
 */
export const takeWebhook = defineEndpoint({
  access: 'public',
  isExtension: true,
  body: v.custom<Uint8Array<ArrayBuffer>>(body => body instanceof Uint8Array),
  encoding: 'bytes',
  method: 'POST',
  output: messageResponse,
  path: '/webhooks/razorpay'
})
