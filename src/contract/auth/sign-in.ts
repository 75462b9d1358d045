import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { day, email, requiredText } from '#contract/kit/fields.ts'
import { PASSWORD_MAX_LENGTH } from '#domain/constants.ts'
import { isOldEnough } from '#domain/riders/age.ts'
import { missingRequirements } from '#domain/riders/password.ts'
import * as text from '#messages/account/auth.ts'
import * as passwords from '#messages/account/passwords.ts'
import * as validation from '#messages/validation.ts'

export const token = v.object({ access_token: v.string() })

const credentials = v.object({
  email: v.pipe(requiredText(text.signInIncomplete, 254), v.toLowerCase()),
  password: v.pipe(
    v.optional(v.string(validation.notText), ''),
    v.nonEmpty(text.signInIncomplete),
    v.maxLength(PASSWORD_MAX_LENGTH, passwords.passwordTooLong)
  )
})

/** 401 for a wrong email or password. */
export const signIn = defineEndpoint({
  access: 'public',
  body: credentials,
  method: 'POST',
  output: token,
  path: '/auth/signin'
})

/** Like `signIn`, for admins. */
export const signInAdmin = defineEndpoint({
  access: 'public',
  body: credentials,
  method: 'POST',
  output: token,
  path: '/admin/auth/signin'
})

/** Rules for a new password. */
export const newPassword = v.pipe(
  v.optional(v.string(validation.notText), ''),
  v.maxLength(PASSWORD_MAX_LENGTH, passwords.passwordTooLong),
  v.check(
    password => missingRequirements(password).length === 0,
    ({ input }) => passwords.passwordMustContain(missingRequirements(input))
  )
)

/** The fields of a sign-up that the rider types, validated at `now` by form and server. */
// @__NO_SIDE_EFFECTS__
export function signUpFields(now: () => Date) {
  return v.object({
    name: requiredText(text.signUpIncomplete),
    email,
    phone: requiredText(text.signUpIncomplete, 30),
    date_of_birth: v.pipe(
      day,
      v.check(date_of_birth => isOldEnough(date_of_birth, now()), text.tooYoung)
    ),
    password: newPassword,
    property_id: v.pipe(
      v.optional(v.union([v.string(), v.number()]), ''),
      v.transform(value => String(value)),
      v.nonEmpty(validation.unknownProperty)
    )
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
