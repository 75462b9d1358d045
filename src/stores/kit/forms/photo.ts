import { atom, type WritableAtom } from 'nanostores'
import { HAS_CLOUD_STORAGE } from '#client/build-config.ts'
import type { OnProgress } from '#client/http/transfer.ts'
import {
  preloadUploader,
  riderPhotoIssue,
  uploadFailureReason,
  uploadLicencePhoto,
  uploadReturnPhoto
} from '#client/uploads/uploads.ts'
import { HAS_OWN_STORAGE } from '#domain/backend.ts'
import * as uploadsText from '#messages/uploads.ts'
import { failAtField, type formErrors } from './form.ts'

/**
 * Shows a chosen photo at once. If it turns out that it cannot be uploaded, the previous one is shown again, and the
 * reason is returned.
 */
async function choosePhotoFor(
  $photo: WritableAtom<File | null>,
  photo: File,
  findIssue: (photo: File) => Promise<string | null>
): Promise<string | null> {
  const before = $photo.get()
  $photo.set(photo)
  const issue = await findIssue(photo)
  if (issue === null || $photo.get() !== photo) return null
  $photo.set(before)
  return issue
}

/**
 * An upload, which returns a URL or an id, with its progress. A repeated submit does not upload its photo again, unless
 * that upload is forgotten. Only a licence needs the email.
 */
export function uploadOnce(upload: (photo: File, onProgress: OnProgress, email: string) => Promise<string>) {
  /** Progress in percent; null while no upload runs. */
  const $percent = atom<number | null>(null)
  const results = new WeakMap<File, string>()

  async function send(photo: File, email: string): Promise<string> {
    $percent.set(0)
    const onProgress = (part: number) => $percent.set(Math.round(part * 100))
    const result = await upload(photo, onProgress, email).finally(() => $percent.set(null))
    results.set(photo, result)
    return result
  }

  return {
    $percent,
    forget: (photo: File) => void results.delete(photo),
    upload: async (photo: File, email = '') => results.get(photo) ?? send(photo, email)
  }
}

// The photo of a driving licence, at sign-up and in the profile.

/** Our own storage shows licences only to admins and deletes them with the account; other storage may not. */
export const IS_LICENCE_PRIVATE = HAS_OWN_STORAGE && !HAS_CLOUD_STORAGE

/** The field of the photo. Its upload fails at the field, and runs once for each photo that is not forgotten. */
export function licencePhoto(
  { clearError, showFieldError }: Pick<ReturnType<typeof formErrors<'licence_photo'>>, 'clearError' | 'showFieldError'>,
  send = uploadLicencePhoto
) {
  const $photo = atom<File | null>(null)
  const { $percent, forget, upload } = uploadOnce((photo, onProgress, email) => send(photo, email, onProgress))

  /** A rejected photo does not replace the previous one. */
  async function choosePhoto(photo: File): Promise<void> {
    clearError('licence_photo')
    const issue = await choosePhotoFor($photo, photo, chosen => riderPhotoIssue(chosen, 'licence'))
    if (issue) showFieldError('licence_photo', issue)
    else preloadUploader()
  }

  function removePhoto(): void {
    $photo.set(null)
    clearError('licence_photo')
  }

  /** Returns the URL of the photo. */
  const uploadPhoto = (photo: File, email: string): Promise<string> =>
    failAtField(upload(photo, email), 'licence_photo', error => uploadsText.uploadErrorText(uploadFailureReason(error)))

  return { $photo, $uploadPercent: $percent, choosePhoto, forgetPhoto: forget, removePhoto, uploadPhoto }
}

export type RidePhoto = ReturnType<typeof createRidePhoto>

/** A photo that a rider may add to a return or a report. */
export function createRidePhoto() {
  const $photo = atom<File | null>(null)
  const $error = atom<string | null>(null)
  const upload = uploadOnce(uploadReturnPhoto)

  /** A rejected photo does not replace the previous one. */
  async function choose(photo: File): Promise<void> {
    $error.set(null)
    $error.set(await choosePhotoFor($photo, photo, chosen => riderPhotoIssue(chosen, 'return')))
  }

  function remove(): void {
    $photo.set(null)
    $error.set(null)
  }

  return { ...upload, $error, $photo, choose, remove }
}
