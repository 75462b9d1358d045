import { onMount } from 'nanostores'
import { call } from '#client/http/api.ts'
import { signUp, signUpFields } from '#contract/auth/sign-up.ts'
import * as text from '#messages/account/auth.ts'
import { validationIssues } from '#stores/kit/forms/validation-issues.ts'
import { $properties, loadProperties } from '#stores/kit/property-list.ts'
import { whileBusy } from '#stores/kit/while-busy.ts'
import {
  $errors,
  type AuthErrors,
  type AuthField,
  clearErrors,
  errorsByField,
  nullOnFailure,
  setFieldError,
  showErrors
} from './auth-errors.ts'
import { $fields, $isBusy, type AuthFields, completeSignIn, fieldValidation, trimFields } from './auth-form.ts'
import { $photo, forgetUpload, uploadPhoto } from './licence-photo.ts'

// Code that only the sign-up form needs; it loads when that form is selected.

onMount($properties, () => void loadProperties())

/** Validates the fields, the age and the password; then uploads the photo and creates the account. */
export function submitSignUp(now = new Date()): Promise<void> {
  return whileBusy($isBusy, text.signUpFailed, async () => {
    clearErrors()
    const fields = trimFields($fields.get())
    const photo = $photo.get()
    const issues = findIssues(fields, photo, now)
    if (issues) return showErrors(issues.sentence, issues.errors)
    const licensePhotoUrl = photo && (await uploadPhoto(photo, fields.email))
    if (!licensePhotoUrl) return
    const request = call(signUp, { body: { ...fields, license_photo_url: licensePhotoUrl } })
    const response = await nullOnFailure(request, text.signUpFailed, { email_taken: 'email' })
    if (response) return completeSignIn(response.access_token, text.accountCreated)
    if ($errors.get().licence_photo) forgetUpload(photo)
  })
}

/** Fields whose errors are reported before those of others. */
const FIRST_FIELDS: readonly unknown[] = ['date_of_birth', 'password']

/**
 * The errors of all fields, and the first in this order: missing fields, age, password, then the others in the order of
 * the form. Null if there is none.
 */
function findIssues(
  fields: AuthFields,
  photo: File | null,
  now: Date
): { errors: AuthErrors; sentence: string } | null {
  const issues = validationIssues(
    signUpFields(() => now),
    fields
  )
  const isEmpty = (field: unknown) => fields[field as AuthField] === ''
  const errors: AuthErrors = errorsByField(issues)
  if (!photo) errors.licence_photo = text.photoMissing
  if (!photo || issues.some(([field]) => isEmpty(field))) return { errors, sentence: text.signUpIncomplete }
  const first = issues.find(([field]) => FIRST_FIELDS.includes(field)) ?? issues[0]
  return first ? { errors, sentence: first[1] } : null
}

fieldValidation.issueOf = field => findIssues(trimFields($fields.get()), $photo.get(), new Date())?.errors[field]

/** Shows what is wrong with a field as soon as the visitor leaves it. An empty one is reported by the submit. */
export function checkField(field: AuthField): void {
  const issue = $fields.get()[field] === '' ? undefined : fieldValidation.issueOf(field)
  if (issue !== undefined) setFieldError(field, issue)
}
