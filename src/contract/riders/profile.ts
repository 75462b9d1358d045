import * as v from 'valibot'
import { closedProperty } from '#contract/catalogue/catalogue.ts'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import {
  emailField,
  freeText,
  idText,
  openEnum,
  optionalId,
  requiredId,
  requiredText,
  textInput,
  textOrEmpty
} from '#contract/kit/fields.ts'
import { ADDRESS_MAX_LENGTH, PHONE_MAX_LENGTH, TEXT_MAX_LENGTH } from '#domain/constants.ts'
import { joinCodeOf } from '#domain/riders/fields.ts'
import { LICENCE_STATUSES, REJECT_REASONS } from '#domain/riders/licence.ts'
import { isDay } from '#domain/time/india-time.ts'
import { fieldMissing } from '#messages/account/account.ts'
import { unknownLicence } from '#messages/account/auth.ts'
import { invalidDate } from '#messages/api-errors.ts'

/** What was decided about a rider's licence. */
export const licenceFields = {
  license_status: v.nullish(openEnum(LICENCE_STATUSES)),
  /** Of a rejected one. */
  license_reason: v.nullish(openEnum(REJECT_REASONS)),
  /** The last day of an approved one, 'yyyy-MM-dd'. */
  license_expires_on: v.nullish(v.string()),
  /** A photo waits for a decision. */
  is_license_waiting: v.nullish(v.boolean())
}

export const profile = v.object({
  name: v.string(),
  email: v.string(),
  phone: textOrEmpty,
  /** 'yyyy-MM-dd' */
  date_of_birth: textOrEmpty,
  property_id: optionalId,
  // Only the embedded backend sends these.
  ...licenceFields,
  /** The rider's property if it was deleted. Its scooters can no longer be booked. */
  closed_property: v.nullish(closedProperty, null),
  /** Whether the rider wants reminders by mail. */
  reminders: v.nullish(v.boolean(), true),
  /** The latest terms that the rider agreed to, 'yyyy-MM-dd'. */
  terms_version: v.nullish(v.string())
})
export type Profile = v.InferOutput<typeof profile>

export const getProfile = defineEndpoint({
  access: 'rider',
  isSpecified: true,
  method: 'GET',
  output: profile,
  path: '/profile',
  refusals: ['account_not_found'],
  summary: "Get the rider's profile"
})

/** The version of the terms that a rider agrees to. Another than the present one is not recorded. */
export const termsVersion = v.nullish(idText)

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
  isSpecified: true,
  body: v.object({
    ...riderFields,
    // Only the embedded backend has these.
    join_code: joinCode,
    /** Missing: unchanged. */
    reminders: v.optional(v.boolean()),
    /** Only these fields are saved; missing: all. A page may be older than a change on another device. */
    changed_fields: v.optional(v.pipe(v.array(v.picklist(PROFILE_FIELDS)), v.maxLength(PROFILE_FIELDS.length)))
  }),
  method: 'PUT',
  output: profile,
  path: '/profile',
  refusals: ['account_not_found', 'email_taken', 'join_code_missing', 'join_code_wrong', 'too_many_requests'],
  summary: "Change the rider's profile"
})

/** The URL from the licence upload: our own, or a download URL of cloud storage. */
export const licencePhotoUrl = requiredText(unknownLicence, ADDRESS_MAX_LENGTH)

/** What was decided before stays until the new photo is reviewed. */
export const replaceLicence = defineEndpoint({
  access: 'rider',
  body: v.object({ license_photo_url: licencePhotoUrl }),
  method: 'PUT',
  output: profile,
  path: '/profile/license',
  refusals: ['account_not_found'],
  summary: 'Send another photo of the driving licence'
})
