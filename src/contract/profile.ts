import * as v from 'valibot'
import * as text from '#messages/profile.ts'
import { defineEndpoint } from './endpoint.ts'
import { day, email, filled, textOrEmpty } from './fields.ts'
import { optionalIdFor } from './ids.ts'
import { closedProperty } from './property.ts'

export const profile = v.object({
  name: v.string(),
  email: v.string(),
  phone: textOrEmpty,
  /** 'yyyy-MM-dd' */
  date_of_birth: textOrEmpty,
  property_id: optionalIdFor('property_id'),
  // Added by us.
  /** The property of `property_id` where it was deleted: its scooters cannot be booked any more. */
  closed_property: v.nullish(closedProperty, null)
})
export type Profile = v.InferOutput<typeof profile>

export const getProfile = defineEndpoint({ access: 'rider', method: 'GET', output: profile, path: '/profile' })

export const updateProfile = defineEndpoint({
  access: 'rider',
  body: v.object({
    name: filled(text.nameRequired),
    email,
    phone: filled(text.phoneRequired, 30),
    date_of_birth: day,
    property_id: v.pipe(
      v.optional(v.union([v.string(), v.number()]), ''),
      v.transform(value => String(value)),
      v.nonEmpty(text.unknownProperty)
    )
  }),
  method: 'PUT',
  output: profile,
  path: '/profile'
})
