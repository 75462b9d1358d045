import * as text from '#messages/uploads.ts'
import { formErrors } from '#stores/kit/forms/form-errors.ts'

// Errors of the sign-in and sign-up forms, and the fields that show them.

const FIELDS = ['name', 'email', 'phone', 'date_of_birth', 'property_id', 'password', 'licence_photo'] as const

type AuthErrorField = (typeof FIELDS)[number]
/** Text fields: all but the photo. */
export type AuthField = Exclude<AuthErrorField, 'licence_photo'>
export type AuthErrors = Partial<Record<AuthErrorField, string>>

/** Rewords 'Upload failed: …' for the rider; returns any other reason unchanged. */
export function uploadErrorText(reason: string): string {
  const [, after] = reason.split(`${text.uploadFailedPrefix}: `)
  return after === undefined ? reason : text.licenceUploadFailed(after)
}

export const {
  $errors,
  $formError,
  $errorCount,
  clearError,
  clearErrors,
  errorsByField,
  showErrors,
  showFieldError,
  nullOnFailure,
  recheckError,
  setFieldError
} = formErrors<AuthErrorField>({
  aliases: { license_photo_url: 'licence_photo' },
  fields: FIELDS,
  rewordReason: uploadErrorText
})
