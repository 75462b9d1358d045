import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import * as text from '#messages/account/account.ts'
import { existingPassword } from './existing-password.ts'
import { newPassword } from './new-password.ts'
import { token } from './sign-in.ts'

/**
 * Changes the password; needs the present one. Ends every session except the caller's, which continues with
 * the returned token. Reminders end on every phone except `device`.
 *
 * A wrong present password is 400, because 401 would end the caller's session.
 */
export const changePassword = defineEndpoint({
  access: 'account',
  isEmbeddedOnly: true,
  body: v.pipe(
    v.object({
      current_password: existingPassword(text.currentMissing),
      /** The caller's own phone: its address at its push service, if it shows reminders. */
      device: v.optional(v.string()),
      password: newPassword
    }),
    v.forward(
      // Two empty passwords are equal too, but their own messages already say more.
      v.check(({ current_password, password }) => password === '' || password !== current_password, text.samePassword),
      ['password']
    )
  ),
  method: 'POST',
  output: token,
  path: '/auth/password'
})
