import * as v from 'valibot'
import { PASSWORD_MAX_LENGTH } from '#domain/constants.ts'
import { missingRequirements } from '#domain/riders/password.ts'
import * as passwords from '#messages/account/passwords.ts'
import { notText } from '#messages/validation.ts'

/** Rules for a new password. */
export const newPassword = v.pipe(
  v.optional(v.string(notText), ''),
  v.maxLength(PASSWORD_MAX_LENGTH, passwords.passwordTooLong),
  v.check(
    password => missingRequirements(password).length === 0,
    ({ input }) => passwords.passwordMustContain(missingRequirements(input))
  )
)
