import { useStore } from '@nanostores/react'
import { PhotoField } from '#islands/ui/photo-field.tsx'
import * as text from '#messages/auth.ts'
import { $errors } from '#stores/auth-errors.ts'
import { $photo, $uploading, choosePhoto } from '#stores/auth-form.ts'

export function LicencePhotoField() {
  const { licence_photo: error } = useStore($errors)
  const photo = useStore($photo)
  const uploading = useStore($uploading)
  return (
    <PhotoField
      action={photo?.name ?? text.takePhoto}
      busy={uploading && <progress aria-label={text.uploadingPhoto} className="progress mt-1" />}
      caption={photo ? text.photoSize(photo.size) : text.photoHint}
      error={error}
      label={text.licencePhoto}
      name="licence_photo"
      onChoose={choosePhoto}
      photo={photo}
      replace={photo ? text.replacePhoto : undefined}
    />
  )
}
