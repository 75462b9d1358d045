import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import * as text from '#messages/account/auth.ts'
import { existingEmail } from './existing-email.ts'
import { existingPassword } from './existing-password.ts'

export const token = v.object({ access_token: v.string() })

const credentials = v.object({
  email: existingEmail(text.signInIncomplete),
  password: existingPassword(text.signInIncomplete)
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
