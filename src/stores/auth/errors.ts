import * as text from '#messages/auth.ts'
import { formErrors } from '#stores/kit/form-errors.ts'

// What stands in the way of signing in or up, and where on the form it is shown.

const FIELDS = ['name', 'email', 'phone', 'date_of_birth', 'property_id', 'password'] as const

export type AuthField = (typeof FIELDS)[number]
type AuthErrorField = AuthField | 'licence_photo'
export type AuthErrors = Partial<Record<AuthErrorField, string>>

function toErrorField(name: unknown): AuthErrorField | undefined {
  return name === 'license_photo_url' ? 'licence_photo' : FIELDS.find(field => field === name)
}

/** 'Upload failed: …' in the words of spec §8; any other reason as it is. */
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
  onRejected
} = formErrors<AuthErrorField>({ toField: toErrorField, rewordReason: uploadErrorText })
