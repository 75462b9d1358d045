import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, optionalText } from '#contract/kit/fields.ts'
import { listQuery } from '#contract/kit/list-query.ts'

// Scooters whose lock needs a new PIN, because a rider knows the present one (server/catalogue/pin-rotation.ts).

export const pinChange = v.object({
  /** Since when the scooter needs the new PIN, ISO. */
  created_at: v.string(),
  /** When the paid ride under way ends, ISO; null: nobody rides the scooter. */
  in_use_until: optionalText,
  new_pin: v.string(),
  /** The PIN of the lock, which riders still read. */
  otp_pin: v.string(),
  /** Null: the scooter is not assigned to a property. */
  property_name: optionalText,
  scooter_id: id,
  scooter_name: v.string()
})
export type PinChange = v.InferOutput<typeof pinChange>

/** Sorted by property and scooter, as an admin visits the locks. */
export const listPinChanges = defineEndpoint({
  access: 'admin',
  isEmbeddedOnly: true,
  method: 'GET',
  output: v.array(pinChange),
  path: '/admin/pin-changes',
  query: listQuery(['property_name'])
})
