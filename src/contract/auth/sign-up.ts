import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { day, email, id, requiredText } from '#contract/kit/fields.ts'
import { isOldEnough } from '#domain/riders/age.ts'
import * as text from '#messages/account/auth.ts'
import { unknownProperty } from '#messages/validation.ts'
import { newPassword } from './new-password.ts'
import { token } from './sign-in.ts'

/** The fields of a sign-up that the rider types, validated at `now` by form and server. */
// @__NO_SIDE_EFFECTS__
export function signUpFields(now: () => Date) {
  return v.object({
    name: requiredText(text.signUpIncomplete),
    email,
    phone: requiredText(text.signUpIncomplete, 30),
    date_of_birth: v.pipe(
      day,
      v.check(dateOfBirth => isOldEnough(dateOfBirth, now()), text.tooYoung)
    ),
    password: newPassword,
    property_id: v.pipe(v.optional(id, ''), v.nonEmpty(unknownProperty))
  })
}

export const signUp = defineEndpoint({
  access: 'public',
  body: v.object({
    ...signUpFields(() => new Date()).entries,
    /** The URL from the licence upload: our own, or a download URL of cloud storage. */
    license_photo_url: requiredText(text.unknownLicence, 2000)
  }),
  method: 'POST',
  output: token,
  path: '/auth/signup'
})
