import * as v from 'valibot'
import { closedProperty } from '#contract/catalogue/properties.ts'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { optionalId, textOrEmpty } from '#contract/kit/fields.ts'

export const profile = v.object({
  name: v.string(),
  email: v.string(),
  phone: textOrEmpty,
  /** 'yyyy-MM-dd' */
  date_of_birth: textOrEmpty,
  property_id: optionalId,
  // Only the embedded backend sends these.
  /** The rider's property if it was deleted. Its scooters can no longer be booked. */
  closed_property: v.nullish(closedProperty, null),
  /** Whether the rider wants reminders by mail. */
  reminders: v.nullish(v.boolean(), true)
})
export type Profile = v.InferOutput<typeof profile>

export const getProfile = defineEndpoint({ access: 'rider', method: 'GET', output: profile, path: '/profile' })
