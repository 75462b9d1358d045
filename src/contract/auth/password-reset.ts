import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { messageResponse, requiredText } from '#contract/kit/fields.ts'
import { fieldMissing } from '#messages/account/account-fields.ts'
import * as text from '#messages/account/password-reset.ts'
import { existingEmail } from './existing-email.ts'
import { newPassword } from './new-password.ts'

/** More characters than a token has. */
const LINK_TOKEN_MAX_LENGTH = 100

const body = v.object({ email: existingEmail(fieldMissing.email) })

/**
 * Mails a link for a new password, if the account exists. The answer is the same for every address, so it reveals no
 * accounts.
 */
export const requestPasswordReset = defineEndpoint({
  access: 'public',
  body,
  isEmbeddedOnly: true,
  method: 'POST',
  output: messageResponse,
  path: '/auth/forgot'
})

/** Like `requestPasswordReset`, for admins. */
export const requestAdminPasswordReset = defineEndpoint({
  access: 'public',
  body,
  isEmbeddedOnly: true,
  method: 'POST',
  output: messageResponse,
  path: '/admin/auth/forgot'
})

/** Sets a new password by the token of a link, once, and ends all sessions of the account. */
export const resetPassword = defineEndpoint({
  access: 'public',
  body: v.object({ password: newPassword, token: requiredText(text.linkExpired, LINK_TOKEN_MAX_LENGTH) }),
  isEmbeddedOnly: true,
  method: 'POST',
  output: messageResponse,
  path: '/auth/reset'
})
