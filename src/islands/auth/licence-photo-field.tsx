import { PhotoField } from '#islands/ui/controls/photo-field.tsx'
import { UploadProgress } from '#islands/ui/controls/upload-progress.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/account/auth.ts'
import * as labels from '#messages/labels.ts'
import * as uploads from '#messages/uploads.ts'
import { $errors } from '#stores/auth/auth-errors.ts'
import { $photo, $uploadPercent, choosePhoto, IS_LICENCE_PRIVATE, removePhoto } from '#stores/auth/licence-photo.ts'

const LABELS = { remove: uploads.removePhoto, replace: labels.replace } as const

export function LicencePhotoField() {
  const { licence_photo: error } = useStore($errors)
  const photo = useStore($photo)
  const percent = useStore($uploadPercent)
  return (
    <div className="grid gap-1.5">
      <PhotoField
        buttonLabel={photo?.name ?? uploads.takeOrChoosePhoto}
        progress={percent !== null && <UploadProgress label={uploads.uploadingPhoto} percent={percent} />}
        caption={photo ? uploads.photoSize(photo.size) : uploads.photoHint}
        error={error}
        label={text.licencePhoto}
        name="licence_photo"
        onChoose={choosePhoto}
        onRemove={removePhoto}
        photo={photo}
        labels={LABELS}
      />
      {IS_LICENCE_PRIVATE && <p className="caption">{text.licencePrivacy}</p>}
    </div>
  )
}
