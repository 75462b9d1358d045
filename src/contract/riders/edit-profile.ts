import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { emailField, freeText, requiredId, requiredText, textInput } from '#contract/kit/fields.ts'
import { ADDRESS_MAX_LENGTH, PHONE_MAX_LENGTH, TEXT_MAX_LENGTH } from '#domain/constants.ts'
import { joinCodeOf } from '#domain/riders/fields.ts'
import { isDay } from '#domain/time/india-time.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { profile } from './profile.ts'

/** What a rider types about themselves, at sign-up and in the profile. */
export const riderFields = {
  name: requiredText(accountText.fieldMissing.name),
  email: emailField(accountText.fieldMissing.email),
  phone: requiredText(accountText.fieldMissing.phone, PHONE_MAX_LENGTH),
  date_of_birth: v.pipe(
    textInput,
    v.check(isDay, ({ input }) => (input === '' ? accountText.fieldMissing.date_of_birth : apiErrorsText.invalidDate))
  ),
  property_id: requiredId(accountText.fieldMissing.property_id)
}

/** The code of a property that needs one. */
export const joinCode = v.optional(v.pipe(freeText(TEXT_MAX_LENGTH), v.transform(joinCodeOf)))

export const PROFILE_FIELDS = ['name', 'email', 'phone', 'date_of_birth', 'property_id', 'reminders'] as const

export const updateProfile = defineEndpoint('PUT /profile', {
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
  output: profile
})

/** The URL from the licence upload: our own, or a download URL of cloud storage. */
export const licencePhotoUrl = requiredText(authText.unknownLicence, ADDRESS_MAX_LENGTH)

/** What was decided before stays until the new photo is reviewed. */
export const replaceLicence = defineEndpoint('PUT /profile/license', {
  access: 'rider',
  body: v.object({ license_photo_url: licencePhotoUrl }),
  output: profile
})

export const docs = {
  updateProfile: {
    refusals: ['account_not_found', 'email_taken', 'join_code_missing', 'join_code_wrong', 'too_many_requests'],
    summary: "Change the rider's profile"
  },
  replaceLicence: { refusals: ['account_not_found'], summary: 'Send another photo of the driving licence' }
} satisfies Docs
