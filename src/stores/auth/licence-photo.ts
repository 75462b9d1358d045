import { atom } from 'nanostores'
import { HAS_CLOUD_STORAGE } from '#client/build-config.ts'
import { preloadUploader } from '#client/uploads/cloud-storage.ts'
import { uploadLicencePhoto } from '#client/uploads/licence-photos.ts'
import { uploadFailureReason } from '#client/uploads/upload-error.ts'
import * as text from '#messages/uploads.ts'
import { toast } from '#stores/app/toasts.ts'
import { HAS_PICTURE_STORAGE } from '#stores/kit/backend-features.ts'
import { photoIssue } from '#stores/kit/forms/photo-issue.ts'
import { withPercent } from '#stores/kit/forms/upload-percent.ts'
import { clearError, showFieldError, uploadErrorText } from './auth-errors.ts'

/** Our own storage shows licences only to admins and deletes them with the account; other storage may not. */
export const IS_LICENCE_PRIVATE = HAS_PICTURE_STORAGE && !HAS_CLOUD_STORAGE

export const $photo = atom<File | null>(null)
/** Upload progress in percent; null while no upload runs. */
export const $uploadPercent = atom<number | null>(null)

/** A rejected photo does not replace the previous one. */
export function choosePhoto(photo: File): void {
  const issue = photoIssue(photo)
  if (issue) showFieldError('licence_photo', issue)
  else {
    $photo.set(photo)
    clearError('licence_photo')
    preloadUploader()
  }
}

export function removePhoto(): void {
  $photo.set(null)
  clearError('licence_photo')
}

/** URLs of uploaded photos. A repeated sign-up would upload again, and people of one property share the rate limit. */
const uploadedUrls = new WeakMap<File, string>()

/** Uploads the photo and reports progress. Returns its URL, or null after showing the error at the field. */
export async function uploadPhoto(photo: File, email: string): Promise<string | null> {
  const uploadedUrl = uploadedUrls.get(photo)
  if (uploadedUrl) return uploadedUrl
  toast('info', text.uploadingPhoto)
  const upload = withPercent($uploadPercent, onProgress => uploadLicencePhoto(photo, email, onProgress))
  const url = await upload.catch((error: unknown) => {
    showFieldError('licence_photo', uploadErrorText(uploadFailureReason(error)))
    return null
  })
  // In other storage, a photo belongs to the email, which may be wrong.
  if (url && IS_LICENCE_PRIVATE) uploadedUrls.set(photo, url)
  return url
}

/** Lets the next sign-up upload the photo again. */
export function forgetUpload(photo: File): void {
  uploadedUrls.delete(photo)
}
