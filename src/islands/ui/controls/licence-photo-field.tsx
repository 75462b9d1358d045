import { fileSize } from '#domain/uploads/photos.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as authText from '#messages/account/auth.ts'
import * as commonText from '#messages/common.ts'
import * as uploadsText from '#messages/uploads.ts'
import { IS_LICENCE_PRIVATE, type licencePhoto } from '#stores/kit/forms/photo.ts'
import type { Store } from '#stores/kit/ssr-values.ts'
import { PhotoField, UploadProgress } from './photo-field.tsx'

const LABELS = { remove: uploadsText.removePhoto, replace: commonText.replace } as const

interface LicencePhotoForm
  extends Pick<ReturnType<typeof licencePhoto>, '$photo' | '$uploadPercent' | 'choosePhoto' | 'removePhoto'> {
  $errors: Store<{ licence_photo?: string }>
}

export function LicencePhotoField({ form }: { form: LicencePhotoForm }) {
  const photo = useStore(form.$photo)
  const percent = useStore(form.$uploadPercent)
  return (
    <div className="grid gap-1.5">
      <PhotoField
        buttonLabel={photo?.name ?? uploadsText.takeOrChoosePhoto}
        caption={photo ? fileSize(photo.size) : uploadsText.photoHint}
        error={useStore(form.$errors).licence_photo}
        label={authText.licencePhoto}
        labels={LABELS}
        name="licence_photo"
        onChoose={form.choosePhoto}
        onRemove={form.removePhoto}
        photo={photo}
        progress={percent !== null && <UploadProgress label={uploadsText.uploadingPhoto} percent={percent} />}
      />
      {IS_LICENCE_PRIVATE && <p className="caption">{authText.licencePrivacy}</p>}
    </div>
  )
}
