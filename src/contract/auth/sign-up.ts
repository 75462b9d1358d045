import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { joinCode, licencePhotoUrl, riderFields } from '#contract/riders/edit-profile.ts'
import { termsVersion } from '#contract/riders/profile.ts'
import { EARLIEST_BIRTH, isOldEnough } from '#domain/riders/fields.ts'
import * as authText from '#messages/account/auth.ts'
import { requiredNewPassword } from './passwords.ts'
import { token } from './sign-in.ts'

/** The fields of a sign-up that the rider types, validated at `now` by form and server. */
// @__NO_SIDE_EFFECTS__
export function signUpFields(now: () => Date) {
  return v.object({
    ...riderFields,
    date_of_birth: v.pipe(
      riderFields.date_of_birth,
      v.check(dateOfBirth => dateOfBirth === '' || dateOfBirth >= EARLIEST_BIRTH, authText.checkBirthYear),
      v.check(dateOfBirth => isOldEnough(dateOfBirth, now()), authText.tooYoung)
    ),
    password: requiredNewPassword
  })
}

export const signUp = defineEndpoint('POST /auth/signup', {
  access: 'public',
  isSpecified: true,
  body: v.object({
    ...signUpFields(() => new Date()).entries,
    /** Embedded backend only. */
    join_code: joinCode,
    license_photo_url: licencePhotoUrl,
    /** Embedded backend only. */
    terms_version: termsVersion
  }),
  output: token
})

export const docs = {
  signUp: {
    refusals: ['email_taken', 'join_code_missing', 'join_code_wrong', 'not_allowed', 'too_many_requests'],
    summary: 'Create a rider account and sign in'
  }
} satisfies Docs
