import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { day, email, id, requiredText } from '#contract/kit/fields.ts'
import * as text from '#messages/account/profile.ts'
import { unknownProperty } from '#messages/validation.ts'
import { profile } from './profile.ts'

// Reading the profile has its own module, because most pages use only that.

export const updateProfile = defineEndpoint({
  access: 'rider',
  body: v.object({
    name: requiredText(text.nameRequired),
    email,
    phone: requiredText(text.phoneRequired, 30),
    date_of_birth: day,
    property_id: v.pipe(v.optional(id, ''), v.nonEmpty(unknownProperty)),
    /** Missing: unchanged. Only the embedded backend has it. */
    reminders: v.optional(v.boolean())
  }),
  method: 'PUT',
  output: profile,
  path: '/profile'
})
