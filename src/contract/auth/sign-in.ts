import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { requiredText, textInput } from '#contract/kit/fields.ts'
import { PASSWORD_MAX_LENGTH } from '#domain/constants.ts'
import * as text from '#messages/account/auth.ts'
import * as passwords from '#messages/account/passwords.ts'

export const token = v.object({ access_token: v.string() })

const credentials = v.object({
  email: v.pipe(requiredText(text.signInIncomplete, 254), v.toLowerCase()),
  password: v.pipe(
    textInput,
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
