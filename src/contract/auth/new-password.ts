import * as v from 'valibot'
import { textInput } from '#contract/kit/fields.ts'
import { PASSWORD_MAX_LENGTH } from '#domain/constants.ts'
import { missingRequirements } from '#domain/riders/password.ts'
import * as passwords from '#messages/account/passwords.ts'

/** Rules for a new password. */
export const newPassword = v.pipe(
  textInput,
  v.maxLength(PASSWORD_MAX_LENGTH, passwords.passwordTooLong),
  v.check(
    password => missingRequirements(password).length === 0,
    ({ input }) => passwords.passwordMustContain(missingRequirements(input))
  )
)
