import { atom, type WritableAtom } from 'nanostores'
import { HAS_CLOUD_STORAGE } from '#client/build-config.ts'
import {
  preloadUploader,
  riderPhotoIssue,
  type UploadWatcher,
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

interface Upload {
  photo: File
  result: Promise<string>
  /** The fraction that is sent. */
  sent: number
  stop: () => void
}

/**
 * An upload, which returns a URL or an id, with its progress. A repeated submit does not upload its photo again, unless
 * that upload is forgotten. Only a licence needs the email.
 */
export function uploadOnce(send: (photo: File, watcher: UploadWatcher, email: string) => Promise<string>) {
  /** Progress in percent; null while nobody waits for an upload. */
  const $percent = atom<number | null>(null)
  let latest: Upload | null = null
  let awaited: Upload | null = null

  function begin(photo: File, email: string): Upload {
    stopOther(photo)
    const controller = new AbortController()
    const upload: Upload = { photo, result: Promise.resolve(''), sent: 0, stop: () => controller.abort() }
    const onSent = (part: number) => {
      upload.sent = part
      if (awaited === upload) showProgress(upload)
    }
    upload.result = send(photo, { onSent, signal: controller.signal }, email)
    upload.result.catch(() => latest === upload && forget(photo))
    latest = upload
    return upload
  }

  const showProgress = ({ sent }: Upload) => $percent.set(Math.round(sent * 100))

  function waitFor(upload: Upload): Promise<string> {
    awaited = upload
    showProgress(upload)
    return upload.result.finally(() => {
      awaited = null
      $percent.set(null)
    })
  }

  function forget(photo: File): void {
    if (latest?.photo === photo) latest = null
  }

  /** Stops the upload of any other photo: the chosen one has replaced it, or none is chosen. */
  function stopOther(photo: File | null): void {
    if (latest === null || latest.photo === photo) return
    latest.stop()
    latest = null
  }

  const begun = (photo: File) => (latest?.photo === photo ? latest : null)

  return {
    $percent,
    forget,
    stopOther,
    /** Uploads before anybody waits for it. If it fails, nobody is told, and the submit tries again. */
    uploadEarly: (photo: File, email = '') => void (begun(photo) ?? begin(photo, email)),
    upload: async (photo: File, email = '') => {
      const early = begun(photo)
      if (early === null) return waitFor(begin(photo, email))
      return waitFor(early).catch(() => waitFor(begin(photo, email)))
    }
  }
}

// The photo of a driving licence, at sign-up and in the profile.

/** Our own storage shows licences only to admins and deletes them with the account; other storage may not. */
export const IS_LICENCE_PRIVATE = HAS_OWN_STORAGE && !HAS_CLOUD_STORAGE

/** The field of the photo. Its upload fails at the field, and runs once for each photo that is not forgotten. */
export function licencePhoto({
  clearError,
  showFieldError
}: Pick<ReturnType<typeof formErrors<'licence_photo'>>, 'clearError' | 'showFieldError'>) {
  const $photo = atom<File | null>(null)
  /** The same without a photo that is still being checked. */
  const $checkedPhoto = atom<File | null>(null)
  const { $percent, forget, stopOther, upload, uploadEarly } = uploadOnce(uploadLicencePhoto)

  function setChecked(photo: File | null): void {
    stopOther(photo)
    $checkedPhoto.set(photo)
  }

  /** A rejected photo does not replace the previous one. */
  async function choosePhoto(photo: File): Promise<void> {
    clearError('licence_photo')
    const issue = await choosePhotoFor($photo, photo, chosen => riderPhotoIssue(chosen, 'licence'))
    if (issue) return showFieldError('licence_photo', issue)
    if ($photo.get() === photo) setChecked(photo)
    preloadUploader()
  }

  function removePhoto(): void {
    $photo.set(null)
    setChecked(null)
    clearError('licence_photo')
  }

  /** Returns the URL of the photo. */
  const uploadPhoto = (photo: File, email: string): Promise<string> =>
    failAtField(upload(photo, email), 'licence_photo', error => uploadsText.uploadErrorText(uploadFailureReason(error)))

  /** Uploads the photo while its rider does something else. Other storage gets only what its rider has submitted. */
  function uploadPhotoEarly(email: string): void {
    const photo = $checkedPhoto.get()
    if (IS_LICENCE_PRIVATE && photo) uploadEarly(photo, email)
  }

  return {
    $checkedPhoto,
    $photo,
    $uploadPercent: $percent,
    choosePhoto,
    forgetPhoto: forget,
    removePhoto,
    uploadPhoto,
    uploadPhotoEarly
  }
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
