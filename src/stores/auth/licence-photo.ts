import { atom } from 'nanostores'
import { expectUpload } from '#client/uploads/cloud-storage.ts'
import { uploadLicencePhoto } from '#client/uploads/licence-photos.ts'
import { LICENCE_FORM_MAX_BYTES } from '#domain/constants.ts'
import { imageTypeOf } from '#domain/photo.ts'
import * as text from '#messages/auth.ts'
import { toast } from '#stores/app/toasts.ts'
import { clearError, refuseAt, uploadReason } from './errors.ts'

export const $photo = atom<File | null>(null)
/** How much of the photo has left, in percent; null while none is on its way. */
export const $uploaded = atom<number | null>(null)

/** The checks of the form itself, size before type; a refused photo leaves the one chosen before. */
export function choosePhoto(photo: File): void {
  const misfit = photoMisfit(photo)
  if (misfit) refuseAt('licence_photo', misfit)
  else {
    $photo.set(photo)
    clearError('licence_photo')
    expectUpload()
  }
}

export function removePhoto(): void {
  $photo.set(null)
  clearError('licence_photo')
}

function photoMisfit(photo: File): string | null {
  if (photo.size >= LICENCE_FORM_MAX_BYTES) return text.photoTooLargeForForm
  return imageTypeOf(photo) === null ? text.photoNotImage : null
}

/** Tells how far it is, and where it ends: the address, or null and the reason by the field. */
export async function uploadPhoto(photo: File, email: string): Promise<string | null> {
  toast('info', text.uploadingPhoto)
  $uploaded.set(0)
  return uploadLicencePhoto(photo, email, part => $uploaded.set(Math.round(part * 100)))
    .catch((error: Error) => {
      refuseAt('licence_photo', uploadReason(error.message))
      return null
    })
    .finally(() => $uploaded.set(null))
}
