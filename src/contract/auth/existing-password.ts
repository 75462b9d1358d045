import * as v from 'valibot'
import { textInput } from '#contract/kit/fields.ts'
import { PASSWORD_MAX_LENGTH } from '#domain/constants.ts'
import { passwordTooLong } from '#messages/account/passwords.ts'

/** The password that an account has. Older ones need not meet the rules for a new one. */
// @__NO_SIDE_EFFECTS__
export function existingPassword(missing: string) {
  return v.pipe(textInput, v.nonEmpty(missing), v.maxLength(PASSWORD_MAX_LENGTH, passwordTooLong))
}
