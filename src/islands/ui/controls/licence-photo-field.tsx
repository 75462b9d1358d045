import { fileSize } from '#domain/uploads/photos.ts'
import * as text from '#messages/account/auth.ts'
import * as labels from '#messages/labels.ts'
import * as uploads from '#messages/uploads.ts'
import { IS_LICENCE_PRIVATE } from '#stores/kit/forms/licence-photo.ts'
import { PhotoField, UploadProgress } from './photo-field.tsx'

const LABELS = { remove: uploads.removePhoto, replace: labels.replace } as const

interface LicencePhotoFieldProps {
  error: string | undefined
  onChoose: (photo: File) => void
  onRemove: () => void
  /** The progress of the upload; null while none runs. */
  percent: number | null
  photo: File | null
}

export function LicencePhotoField({ percent, photo, ...field }: LicencePhotoFieldProps) {
  return (
    <div className="grid gap-1.5">
      <PhotoField
        {...field}
        buttonLabel={photo?.name ?? uploads.takeOrChoosePhoto}
        caption={photo ? fileSize(photo.size) : uploads.photoHint}
        label={text.licencePhoto}
        labels={LABELS}
        name="licence_photo"
        photo={photo}
        progress={percent !== null && <UploadProgress label={uploads.uploadingPhoto} percent={percent} />}
      />
      {IS_LICENCE_PRIVATE && <p className="caption">{text.licencePrivacy}</p>}
    </div>
  )
}
