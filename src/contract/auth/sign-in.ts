import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { messageResponse, requiredText } from '#contract/kit/fields.ts'
import { EMAIL_MAX_LENGTH, PASSWORD_MAX_LENGTH } from '#domain/constants.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as apiErrorsText from '#messages/api-errors.ts'

/** The email that an account may have. Its form is not checked, so a wrong one is answered like an unknown one. */
// @__NO_SIDE_EFFECTS__
export function existingEmail(missing: string) {
  return v.pipe(requiredText(missing, EMAIL_MAX_LENGTH), v.toLowerCase())
}

/** A password counts as it is typed. */
export const passwordInput = v.optional(v.string(apiErrorsText.notText), '')

/** The password that an account has. Older ones need not meet the rules for a new one. */
// @__NO_SIDE_EFFECTS__
export function existingPassword(missing: string) {
  return v.pipe(passwordInput, v.nonEmpty(missing), v.maxLength(PASSWORD_MAX_LENGTH, accountText.passwordTooLong))
}

export const token = v.object({ access_token: v.string() })

const credentials = v.object({
  email: existingEmail(authText.signInIncomplete),
  password: existingPassword(authText.signInIncomplete)
})

export const signIn = defineEndpoint('POST /auth/signin', {
  access: 'public',
  isSpecified: true,
  body: credentials,
  output: token
})

export const signInAdmin = defineEndpoint('POST /admin/auth/signin', {
  access: 'public',
  isSpecified: true,
  body: credentials,
  output: token
})

/** Succeeds without a token too. */
export const signOut = defineEndpoint('POST /auth/logout', { access: 'public', output: messageResponse })

/** Including the caller's. */
export const signOutEverywhere = defineEndpoint('POST /auth/logout-all', { access: 'account', output: messageResponse })

export const docs = {
  signIn: { refusals: ['not_allowed', 'too_many_requests', 'wrong_credentials'], summary: 'Sign a rider in' },
  signInAdmin: { refusals: ['not_allowed', 'too_many_requests', 'wrong_credentials'], summary: 'Sign an admin in' },
  signOut: { refusals: ['not_allowed'], summary: 'End the session' },
  signOutEverywhere: { summary: 'End all sessions of the account' }
} satisfies Docs
