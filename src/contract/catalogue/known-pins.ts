import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, idText, messageResponse, optionalText } from '#contract/kit/fields.ts'
import { listQuery } from '#contract/kit/list-query.ts'

// Who knows the PIN of a lock (server/catalogue/known-pins.ts).

const knownPin = v.object({
  scooter_id: id,
  scooter_name: v.string(),
  /** Null: the scooter is not assigned to a property. */
  property_name: optionalText,
  /** Since when the lock has this PIN, ISO. */
  set_at: v.string(),
  /** How many riders have read it. */
  riders: v.number(),
  /** How many could read it and have left the team or the property. */
  colleagues: v.number()
})
export type KnownPin = v.InferOutput<typeof knownPin>

/** Only PINs that somebody knows and that no new one waits for; those that most people know come first. */
export const listKnownPins = defineEndpoint('GET /admin/pin-changes/known', {
  staff: { lowest: 'manager', scope: 'list' },
  output: v.array(knownPin),
  query: listQuery([])
})

/** Idempotent while a new PIN waits. */
export const renewPin = defineEndpoint('POST /admin/pin-changes', {
  staff: { lowest: 'manager', scope: 'body' },
  body: v.object({ scooter_id: idText }),
  output: messageResponse
})

export const docs = {
  listKnownPins: { summary: 'List the PINs that riders and former team members know' },
  renewPin: { refusals: ['scooter_not_found'], summary: 'Give a scooter a new PIN to set' }
} satisfies Docs
