import * as text from '#messages/auth.ts'
import { formErrors } from '#stores/kit/form-errors.ts'

// What stands in the way of signing in or up, and where on the form it is shown.

const FIELDS = ['name', 'email', 'phone', 'date_of_birth', 'property_id', 'password'] as const

export type AuthField = (typeof FIELDS)[number]
type AuthPlace = AuthField | 'licence_photo'
export type AuthErrors = Partial<Record<AuthPlace, string>>

function placeOf(name: unknown): AuthPlace | undefined {
  return name === 'license_photo_url' ? 'licence_photo' : FIELDS.find(field => field === name)
}

/** 'Upload failed: …' in the words of spec §8; any other reason as it is. */
export function uploadReason(reason: string): string {
  const [, after] = reason.split(`${text.uploadFailedMark}: `)
  return after === undefined ? reason : text.licenceUploadFailed(after)
}

export const { $errors, $refusal, $refusals, clearError, clearErrors, errorsByName, refuse, refuseAt, refusedWith } =
  formErrors<AuthPlace>({ placeOf, wording: uploadReason })
