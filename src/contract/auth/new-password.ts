import * as v from 'valibot'
import { textInput } from '#contract/kit/fields.ts'
import { PASSWORD_MAX_LENGTH } from '#domain/constants.ts'
import { missingRequirements } from '#domain/riders/password.ts'
import { fieldMissing } from '#messages/account/account-fields.ts'
import * as passwords from '#messages/account/passwords.ts'

const passwordRules = v.pipe(
  v.string(),
  v.maxLength(PASSWORD_MAX_LENGTH, passwords.passwordTooLong),
  v.check(
    password => missingRequirements(password).length === 0,
    ({ input }) => passwords.passwordMustContain(missingRequirements(input))
  )
)

export const newPassword = v.pipe(textInput, passwordRules)

/** For a form whose empty fields have their own message. */
export const requiredNewPassword = v.pipe(textInput, v.nonEmpty(fieldMissing.password), passwordRules)
