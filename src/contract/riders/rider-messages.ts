import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, optionalText } from '#contract/kit/fields.ts'
import { MESSAGE_CHANNELS, MESSAGE_KINDS, MESSAGE_STATES } from '#domain/outbox/outbox.ts'

/** A mail or push message to a rider, without its text. */
export const riderMessage = v.object({
  id,
  kind: v.picklist(MESSAGE_KINDS),
  channel: v.picklist(MESSAGE_CHANNELS),
  state: v.picklist(MESSAGE_STATES),
  /** Null until it is sent. */
  subject: optionalText,
  created_at: v.string(),
  sent_at: optionalText,
  /** Why the last attempt failed. */
  error: optionalText
})
export type RiderMessage = v.InferOutput<typeof riderMessage>

/** The latest messages to a rider, newest first. They are kept for MESSAGE_RETENTION_DAYS. */
export const listRiderMessages = defineEndpoint({
  access: 'admin',
  isEmbeddedOnly: true,
  method: 'GET',
  output: v.array(riderMessage),
  path: '/admin/users/{id}/messages'
})
