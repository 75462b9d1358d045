import * as v from 'valibot'
import { requiredText } from '#contract/kit/fields.ts'
import { EMAIL_MAX_LENGTH } from '#domain/constants.ts'

/** The email that an account may have. Its form is not checked, so a wrong one is answered like an unknown one. */
// @__NO_SIDE_EFFECTS__
export function existingEmail(missing: string) {
  return v.pipe(requiredText(missing, EMAIL_MAX_LENGTH), v.toLowerCase())
}
