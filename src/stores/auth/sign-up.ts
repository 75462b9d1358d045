import { onMount } from 'nanostores'
import { keepsSiteData } from '#client/device/storage.ts'
import { call, validationIssues } from '#client/http/api.ts'
import { signUp, signUpFields } from '#contract/auth/sign-up.ts'
import { HAS_OPERATOR_PAGES } from '#domain/backend.ts'
import { TERMS_VERSION } from '#domain/operator.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import * as authText from '#messages/account/auth.ts'
import * as uploadsText from '#messages/uploads.ts'
import { toast } from '#stores/app/toasts.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import type { ValidationIssues } from '#stores/kit/forms/form.ts'
import { IS_LICENCE_PRIVATE, licencePhoto } from '#stores/kit/forms/photo.ts'
import {
  $properties,
  joinCodeIssues,
  loadProperties,
  needsJoinCode,
  noteJoinCode,
  RIDER_REFUSALS
} from '#stores/kit/property-list.ts'
import { whileBusy } from '#stores/kit/requests.ts'
import { computed, stopAll, whenMounted } from '#stores/kit/ssr-values.ts'
import * as authForm from './auth-form.ts'

// Code that only the sign-up form needs; it loads when that form is selected.

onMount($properties, () => void loadProperties())

export const $needsJoinCode = computed([$properties, authForm.$fields], (properties, { property_id }) =>
  needsJoinCode(properties, property_id)
)

/** A repeated sign-up would upload again, and people of one property share the rate limit. */
const field = licencePhoto({ clearError: authForm.clearError, showFieldError: authForm.showFieldError })
export const { $photo, $uploadPercent, choosePhoto, forgetPhoto, removePhoto, uploadPhoto } = field

/** Long enough to type on: the email may be valid before it is complete. */
const TYPING_PAUSE_MS = SECOND_MS

/** Uploads the photo as soon as a sign-up could be submitted, so that its press waits for less. */
whenMounted($photo, () => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const uploadIfComplete = () => {
    const fields = authForm.trimmedFields()
    const isComplete = findIssues(fields, field.$checkedPhoto.get(), currentTime()) === null
    if (isComplete && keepsSiteData()) field.uploadPhotoEarly(fields.email)
  }
  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(uploadIfComplete, TYPING_PAUSE_MS)
  }
  return stopAll([() => clearTimeout(timer), authForm.$fields.listen(schedule), field.$checkedPhoto.listen(schedule)])
})

/** Validates the fields, the age and the password; then uploads the photo and creates the account. */
export function submitSignUp(now = currentTime()): Promise<void> {
  return whileBusy(authForm.$isSubmitting, authText.signUpFailed, async () => {
    authForm.clearErrors()
    const typed = authForm.trimmedFields()
    const photo = $photo.get()
    const issues = findIssues(typed, photo, now)
    if (issues) return authForm.showErrors(issues.sentence, issues.errors)
    if (photo === null) return
    if (!keepsSiteData()) return authForm.showErrors(authText.siteDataRefused, {})
    toast('info', uploadsText.uploadingPhoto)
    const { join_code, ...fields } = typed
    const request = uploadPhoto(photo, fields.email).then(licensePhotoUrl =>
      call(signUp, {
        body: {
          ...fields,
          ...(join_code && { join_code }),
          ...(HAS_OPERATOR_PAGES && { terms_version: TERMS_VERSION }),
          license_photo_url: licensePhotoUrl
        }
      })
    )
    const response = await authForm.toastFailure(request, authText.signUpFailed, RIDER_REFUSALS)
    if (authForm.$errors.get().join_code) noteJoinCode(fields.property_id)
    // The server may have rejected the photo. In other storage, a photo belongs to the email, which may be wrong.
    if (authForm.$errors.get().licence_photo || !IS_LICENCE_PRIVATE) forgetPhoto(photo)
    if (response) authForm.completeSignIn(response.access_token, authText.accountCreated)
  })
}

/** Fields whose errors are reported before those of others. */
const FIRST_FIELDS: readonly unknown[] = ['date_of_birth', 'password']

/**
 * The errors of all fields, and the first in this order: missing fields, age, password, then the others in the order of
 * the form. Null if there is none.
 */
function findIssues(
  fields: authForm.AuthFields,
  photo: File | null,
  now: Date
): { errors: authForm.AuthErrors; sentence: string } | null {
  const issues: ValidationIssues = [
    ...validationIssues(
      signUpFields(() => now),
      fields
    ),
    ...joinCodeIssues($needsJoinCode.get(), fields.join_code)
  ]
  const isEmpty = (field: unknown) => fields[field as authForm.AuthField] === ''
  const errors: authForm.AuthErrors = authForm.errorsByField(issues)
  if (!photo) errors.licence_photo = authText.photoMissing
  if (!photo || issues.some(([field]) => isEmpty(field))) return { errors, sentence: authText.signUpIncomplete }
  const first = issues.find(([field]) => FIRST_FIELDS.includes(field)) ?? issues[0]
  return first ? { errors, sentence: first[1] } : null
}

const issueOf = (field: authForm.AuthField) =>
  findIssues(authForm.trimmedFields(), $photo.get(), currentTime())?.errors[field]

/** A field that shows an error then shows what is still wrong with it. */
export function setSignUpField(field: authForm.AuthField, value: string): void {
  authForm.$fields.setKey(field, value)
  authForm.recheckError(field, issueOf(field))
}

/** Shows what is wrong with a field as soon as the visitor leaves it. An empty one is reported by the submit. */
export function checkField(field: authForm.AuthField): void {
  const issue = authForm.$fields.get()[field] !== '' && issueOf(field)
  if (issue) authForm.setFieldError(field, issue)
}
