import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { day, email, requiredText } from '#contract/kit/fields.ts'
import { requiredId } from '#contract/kit/required-id.ts'
import { PHONE_MAX_LENGTH } from '#domain/constants.ts'
import * as text from '#messages/account/profile.ts'
import { unknownProperty } from '#messages/validation.ts'
import { profile } from './profile.ts'

// Reading the profile has its own module, because most pages use only that.

export const updateProfile = defineEndpoint({
  access: 'rider',
  body: v.object({
    name: requiredText(text.nameRequired),
    email,
    phone: requiredText(text.phoneRequired, PHONE_MAX_LENGTH),
    date_of_birth: day,
    property_id: requiredId(unknownProperty),
    /** Missing: unchanged. Only the embedded backend has it. */
    reminders: v.optional(v.boolean())
  }),
  method: 'PUT',
  output: profile,
  path: '/profile'
})
