import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { replaceLicence } from '#contract/riders/edit-profile.ts'
import * as authText from '#messages/account/auth.ts'
import * as profileText from '#messages/account/profile.ts'
import { toast } from '#stores/app/toasts.ts'
import { formErrors } from '#stores/kit/forms/form.ts'
import { licencePhoto } from '#stores/kit/forms/photo.ts'
import { isLoaded, whileBusy } from '#stores/kit/requests.ts'
import { $isReplacingLicence, $savedProfile, applySaved } from './profile-form.ts'

// Sends another photo of the licence. It loads when the rider chooses to.

const errors = formErrors<'licence_photo'>({
  aliases: { license_photo_url: 'licence_photo' },
  fields: ['licence_photo'],
  isQuiet: true
})
const field = licencePhoto(errors)
export const { $errorCount, $errors, $formError } = errors
export const { $photo, $uploadPercent, forgetPhoto, removePhoto, uploadPhoto } = field
export const $isSending = atom(false)

export async function choosePhoto(photo: File): Promise<void> {
  await field.choosePhoto(photo)
  const saved = $savedProfile.get()
  if (isLoaded(saved)) field.uploadPhotoEarly(saved.email)
}

export function sendLicence(): Promise<void> {
  return whileBusy($isSending, profileText.licenceFailed, async () => {
    errors.clearErrors()
    const photo = $photo.get()
    const saved = $savedProfile.get()
    if (photo === null) return errors.showFieldError('licence_photo', authText.photoMissing)
    if (!isLoaded(saved)) return
    const request = uploadPhoto(photo, saved.email).then(licensePhotoUrl =>
      call(replaceLicence, { body: { license_photo_url: licensePhotoUrl } })
    )
    const response = await errors.toastFailure(request, profileText.licenceFailed)
    // The server may have rejected the photo.
    if ($errors.get().licence_photo) forgetPhoto(photo)
    if (!response) return
    applySaved(response, saved)
    $isReplacingLicence.set(false)
    removePhoto()
    toast('success', profileText.licenceSent)
  })
}
