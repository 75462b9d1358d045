import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { addressInput, messageResponse, requiredText } from '#contract/kit/fields.ts'
import { PASSWORD_MAX_LENGTH } from '#domain/constants.ts'
import { missingRequirements } from '#domain/riders/fields.ts'
import * as accountText from '#messages/account/account.ts'
import * as passwordResetText from '#messages/account/password-reset.ts'
import { existingEmail, existingPassword, passwordInput, token } from './sign-in.ts'

const passwordRules = v.pipe(
  v.string(),
  v.maxLength(PASSWORD_MAX_LENGTH, accountText.passwordTooLong),
  v.check(
    password => missingRequirements(password).length === 0,
    ({ input }) => accountText.passwordMustContain(missingRequirements(input))
  )
)

export const newPassword = v.pipe(passwordInput, passwordRules)

/** For a form whose empty fields have their own message. */
export const requiredNewPassword = v.pipe(passwordInput, v.nonEmpty(accountText.fieldMissing.password), passwordRules)

/** More characters than a token has. */
const LINK_TOKEN_MAX_LENGTH = 100

const body = v.object({ email: existingEmail(accountText.fieldMissing.email) })

/**
 * Mails a link for a new password, if the account exists. The answer is the same for every address, so it reveals no
 * accounts.
 */
export const requestPasswordReset = defineEndpoint('POST /auth/forgot', {
  access: 'public',
  body,
  output: messageResponse
})

export const requestAdminPasswordReset = defineEndpoint('POST /admin/auth/forgot', {
  access: 'public',
  body,
  output: messageResponse
})

export const linkToken = requiredText(passwordResetText.linkExpired, LINK_TOKEN_MAX_LENGTH)

export const checkResetLink = defineEndpoint('POST /auth/reset/check', {
  access: 'public',
  body: v.object({ token: linkToken }),
  output: v.object({ email: v.optional(v.string()), is_valid: v.boolean() })
})

/** Works once, and ends all sessions of the account. */
export const resetPassword = defineEndpoint('POST /auth/reset', {
  access: 'public',
  body: v.object({ password: newPassword, token: linkToken }),
  output: messageResponse
})

/**
 * Changes the password; needs the present one. Ends every session except the caller's, which continues with
 * the returned token. Reminders end on every phone except `device`.
 *
 * A wrong present password is 400, because 401 would end the caller's session.
 */
export const changePassword = defineEndpoint('POST /auth/password', {
  access: 'account',
  body: v.pipe(
    v.object({
      current_password: existingPassword(accountText.currentMissing),
      /** The caller's own phone: its address at its push service, if it shows reminders. */
      device: v.optional(addressInput),
      password: newPassword
    }),
    v.forward(
      // Two empty passwords are equal too, but their own messages already say more.
      v.check(
        ({ current_password, password }) => password === '' || password !== current_password,
        accountText.samePassword
      ),
      ['password']
    )
  ),
  output: token
})

/**
 * A rider asks for the deletion of the account, which happens KEPT_AFTER_RIDE_DAYS after the last ride. Ends all
 * sessions. Signing in before then keeps the account.
 */
export const askForDeletion = defineEndpoint('POST /profile/delete', {
  access: 'rider',
  body: v.object({ password: existingPassword(accountText.currentMissing) }),
  output: v.object({
    message: v.string(),
    /** 'yyyy-MM-dd'; null: within the hour. Later while payments are not settled. */
    deleted_on: v.nullable(v.string())
  })
})

export const docs = {
  requestPasswordReset: {
    refusals: ['not_allowed', 'too_many_requests'],
    summary: 'Mail a rider a link for a new password'
  },
  requestAdminPasswordReset: {
    refusals: ['not_allowed', 'too_many_requests'],
    summary: 'Mail an admin a link for a new password'
  },
  checkResetLink: { refusals: ['not_allowed'], summary: 'Check the link of a mail' },
  resetPassword: {
    refusals: ['link_expired', 'not_allowed', 'too_many_requests'],
    summary: 'Set a new password by the link of a mail'
  },
  changePassword: {
    refusals: ['password_changed', 'too_many_requests', 'wrong_password'],
    summary: 'Change the password and end all other sessions'
  },
  askForDeletion: {
    refusals: ['own_rides_ahead', 'password_changed', 'rider_suspended', 'too_many_requests', 'wrong_password'],
    summary: "Ask for the deletion of the rider's account, and end all sessions"
  }
} satisfies Docs
