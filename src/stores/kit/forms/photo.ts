import type { WritableAtom } from 'nanostores'
import { imageTypeOf, PHOTO_FORM_MAX_BYTES } from '#domain/uploads/photos.ts'
import * as text from '#messages/uploads.ts'

/** Why a rider's photo cannot be chosen, or null. Validates size before type. */
export function photoIssue(photo: File): string | null {
  if (photo.size >= PHOTO_FORM_MAX_BYTES) return text.photoTooLargeForForm
  return imageTypeOf(photo) === null ? text.photoNotImage : null
}

/** Runs an upload and shows its progress in percent; null before and after it. */
export function withPercent<T>(
  $percent: WritableAtom<number | null>,
  upload: (onProgress: (part: number) => void) => Promise<T>
): Promise<T> {
  $percent.set(0)
  return upload(part => $percent.set(Math.round(part * 100))).finally(() => $percent.set(null))
}
