import { atom } from 'nanostores'
import { HAS_CLOUD_STORAGE } from '#client/build-config.ts'
import { preloadUploader } from '#client/uploads/cloud-storage.ts'
import { uploadFailureReason } from '#client/uploads/upload-error.ts'
import { riderPhotoIssue, uploadLicencePhoto } from '#client/uploads/uploads.ts'
import { HAS_OWN_STORAGE } from '#domain/backend.ts'
import * as uploadsText from '#messages/uploads.ts'
import { failAtField } from './form.ts'
import { choosePhotoFor, uploadOnce } from './photo.ts'

// The photo of a driving licence, at sign-up and in the profile.

/** Our own storage shows licences only to admins and deletes them with the account; other storage may not. */
export const IS_LICENCE_PRIVATE = HAS_OWN_STORAGE && !HAS_CLOUD_STORAGE

/** The errors of a form that has the photo as a field. */
interface PhotoErrors {
  clearError: (field: 'licence_photo') => void
  showFieldError: (field: 'licence_photo', sentence: string) => void
}

/** The field of the photo. Its upload fails at the field, and runs once for each photo that is not forgotten. */
export function licencePhoto({ clearError, showFieldError }: PhotoErrors, send = uploadLicencePhoto) {
  const $photo = atom<File | null>(null)
  const { $percent, forget, upload } = uploadOnce((photo, onProgress, email: string) => send(photo, email, onProgress))

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
