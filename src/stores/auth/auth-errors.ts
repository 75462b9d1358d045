import * as text from '#messages/uploads.ts'
import { formErrors } from '#stores/kit/form-errors.ts'

// Errors of the sign-in and sign-up forms, and the fields that show them.

const FIELDS = ['name', 'email', 'phone', 'date_of_birth', 'property_id', 'password'] as const

export type AuthField = (typeof FIELDS)[number]
type AuthErrorField = AuthField | 'licence_photo'
export type AuthErrors = Partial<Record<AuthErrorField, string>>

function toErrorField(name: unknown): AuthErrorField | undefined {
  return name === 'license_photo_url' ? 'licence_photo' : FIELDS.find(field => field === name)
}

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
  onRejected,
  recheckError,
  setFieldError
} = formErrors<AuthErrorField>({ toField: toErrorField, rewordReason: uploadErrorText })
