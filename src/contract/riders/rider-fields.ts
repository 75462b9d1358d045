import * as v from 'valibot'
import { emailField, requiredText, textInput } from '#contract/kit/fields.ts'
import { requiredId } from '#contract/kit/required-id.ts'
import { PHONE_MAX_LENGTH } from '#domain/constants.ts'
import { isDay } from '#domain/time/india-time.ts'
import { fieldMissing } from '#messages/account/account-fields.ts'
import { invalidDate } from '#messages/validation.ts'

/** What a rider types about themselves, at sign-up and in the profile. */
export const riderFields = {
  name: requiredText(fieldMissing.name),
  email: emailField(fieldMissing.email),
  phone: requiredText(fieldMissing.phone, PHONE_MAX_LENGTH),
  date_of_birth: v.pipe(
    textInput,
    v.check(isDay, ({ input }) => (input === '' ? fieldMissing.date_of_birth : invalidDate))
  ),
  property_id: requiredId(fieldMissing.property_id)
}
