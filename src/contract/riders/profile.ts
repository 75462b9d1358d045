import * as v from 'valibot'
import { closedProperty } from '#contract/catalogue/catalogue.ts'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import {
  emailField,
  freeText,
  optionalId,
  requiredId,
  requiredText,
  textInput,
  textOrEmpty
} from '#contract/kit/fields.ts'
import { PHONE_MAX_LENGTH, TEXT_MAX_LENGTH } from '#domain/constants.ts'
import { joinCodeOf } from '#domain/riders/fields.ts'
import { isDay } from '#domain/time/india-time.ts'
import { fieldMissing } from '#messages/account/account.ts'
import { invalidDate } from '#messages/api-errors.ts'

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

/** What a rider types about themselves, at sign-up and in the profile. */
export const riderFields = {
  name: requiredText(fieldMissing.name),
  email: emailField(fieldMissing.email),
  phone: requiredText(fieldMissing.phone, PHONE_MAX_LENGTH),
  date_of_birth: v.pipe(
    textInput,
    v.check(isDay, ({ input }) => (input === '' ? fieldMissing.date_of_birth : invalidDate))
  ),
  property_id: requiredId(fieldMissing.property_id)
}

/** The code of a property that needs one. */
export const joinCode = v.optional(v.pipe(freeText(TEXT_MAX_LENGTH), v.transform(joinCodeOf)))

export const PROFILE_FIELDS = ['name', 'email', 'phone', 'date_of_birth', 'property_id', 'reminders'] as const

export const updateProfile = defineEndpoint({
  access: 'rider',
  body: v.object({
    ...riderFields,
    // Only the embedded backend has these.
    join_code: joinCode,
    /** Missing: unchanged. */
    reminders: v.optional(v.boolean()),
    /** Only these fields are saved; missing: all. A page may be older than a change on another device. */
    changed_fields: v.optional(v.array(v.picklist(PROFILE_FIELDS)))
  }),
  method: 'PUT',
  output: profile,
  path: '/profile'
})
