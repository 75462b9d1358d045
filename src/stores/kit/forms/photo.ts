import { atom } from 'nanostores'
import { imageTypeOf, PHOTO_FORM_MAX_BYTES } from '#domain/uploads/photos.ts'
import * as text from '#messages/uploads.ts'

/** Why a rider's photo cannot be chosen, or null. Validates size before type. */
export function photoIssue(photo: File): string | null {
  if (photo.size >= PHOTO_FORM_MAX_BYTES) return text.photoTooLargeForForm
  return imageTypeOf(photo) === null ? text.photoNotImage : null
}

/** Uploads a photo, with the details that its storage needs. `onProgress` gets the part that is sent, up to 1. */
type Upload<Result, Details extends unknown[]> = (
  photo: File,
  onProgress: (part: number) => void,
  ...details: Details
) => Promise<Result>

/** An upload with its progress. A repeated submit does not upload its photo again, unless that upload is forgotten. */
export function uploadOnce<Result, Details extends unknown[]>(upload: Upload<Result, Details>) {
  /** Progress in percent; null while no upload runs. */
  const $percent = atom<number | null>(null)
  const results = new WeakMap<File, Result>()

  async function send(photo: File, details: Details): Promise<Result> {
    $percent.set(0)
    const onProgress = (part: number) => $percent.set(Math.round(part * 100))
    const result = await upload(photo, onProgress, ...details).finally(() => $percent.set(null))
    results.set(photo, result)
    return result
  }

  return {
    $percent,
    forget: (photo: File) => void results.delete(photo),
    upload: async (photo: File, ...details: Details) => results.get(photo) ?? send(photo, details)
  }
}
