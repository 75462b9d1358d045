import { atom } from 'nanostores'
import { ApiProblem } from '#client/api.ts'
import * as text from '#messages/auth.ts'
import { reasonOf } from './busy.ts'
import { toast } from './toasts.ts'

// What stands in the way of signing in or up, and where on the form it is shown.

const FIELDS = ['name', 'email', 'phone', 'date_of_birth', 'property_id', 'password'] as const

export type AuthField = (typeof FIELDS)[number]
export type AuthPlace = AuthField | 'licence_photo'
export type AuthErrors = Partial<Record<AuthPlace, string>>

export const $errors = atom<AuthErrors>({})
/** A refusal that belongs to no field. */
export const $refusal = atom<string | null>(null)
/** Counts the refusals, so that the form can lead to the first error of each. */
export const $refusals = atom(0)

export function clearErrors(): void {
  $errors.set({})
  $refusal.set(null)
}

export function clearError(place: AuthPlace): void {
  $refusal.set(null)
  const { [place]: cleared, ...others } = $errors.get()
  if (cleared !== undefined) $errors.set(others)
}

/** Says it in the corner and by the fields; what belongs to no field stands above the button. */
export function refuse(sentence: string, errors: AuthErrors): void {
  $errors.set(errors)
  $refusal.set(Object.keys(errors).length > 0 ? null : sentence)
  $refusals.set($refusals.get() + 1)
  toast('error', sentence)
}

export function refuseAt(place: AuthPlace, sentence: string): void {
  refuse(sentence, { [place]: sentence })
}

/** Takes what the server would not have: shown by the fields that its list, or else its status, is about. */
export function refusedWith(fallback: string, placeByStatus: Record<number, AuthPlace>) {
  return (error: unknown): null => {
    const sentence = uploadReason(reasonOf(error, fallback))
    refuse(sentence, errorsIn(error, sentence, placeByStatus))
    return null
  }
}

/** 'Upload failed: …' in the words of spec §8; any other reason as it is. */
export function uploadReason(reason: string): string {
  const [, after] = reason.split(`${text.uploadFailedMark}: `)
  return after === undefined ? reason : text.licenceUploadFailed(after)
}

function errorsIn(error: unknown, sentence: string, placeByStatus: Record<number, AuthPlace>): AuthErrors {
  if (!(error instanceof ApiProblem)) return {}
  if (Array.isArray(error.detail)) return errorsByName(error.detail.map(({ loc, msg }) => [loc.at(-1), msg]))
  const place = placeByStatus[error.status]
  return place ? { [place]: sentence } : {}
}

/** The first sentence for each field that is on the form. */
export function errorsByName(sentences: readonly (readonly [name: unknown, sentence: string])[]): AuthErrors {
  const errors: AuthErrors = {}
  for (const [name, sentence] of sentences) {
    const place = name === 'license_photo_url' ? 'licence_photo' : FIELDS.find(field => field === name)
    if (place) errors[place] ??= sentence
  }
  return errors
}
