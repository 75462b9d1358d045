import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { messageResponse } from '#contract/kit/fields.ts'

/**
 * The card provider's webhook. The signature covers the raw body, so it is verified before parsing.
 *
 * 200 means processed; for any other status the provider retries for a day.
 */
export const receiveWebhook = defineEndpoint({
  access: 'public',
  isEmbeddedOnly: true,
  body: v.custom<Uint8Array<ArrayBuffer>>(body => body instanceof Uint8Array),
  encoding: 'bytes',
  method: 'POST',
  output: messageResponse,
  path: '/webhooks/razorpay'
})
