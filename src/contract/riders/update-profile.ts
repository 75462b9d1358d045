import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { profile } from './profile.ts'
import { riderFields } from './rider-fields.ts'

// Reading the profile has its own module, because most pages use only that.

export const updateProfile = defineEndpoint({
  access: 'rider',
  body: v.object({
    ...riderFields,
    /** Missing: unchanged. Only the embedded backend has it. */
    reminders: v.optional(v.boolean())
  }),
  method: 'PUT',
  output: profile,
  path: '/profile'
})
