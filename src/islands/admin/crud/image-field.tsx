import { PhotoField } from '#islands/ui/controls/photo-field.tsx'
import { UploadProgress } from '#islands/ui/controls/upload-progress.tsx'
import * as auth from '#messages/auth.ts'
import * as text from '#messages/portal.ts'

const LABELS = {
  camera: auth.takePhoto,
  noPreview: auth.noPreview,
  remove: text.removeImage,
  replace: text.replaceImage
} as const

interface ImageFieldProps {
  error: string | undefined
  label: string
  name: string
  onChange: (image: File | null) => void
  value: File | null
  /** The picture there is already. */
  current: string | null | undefined
  /** Where there is no place for pictures, the field says so before one is chosen. */
  canUpload?: boolean
  /** How much of it has left, while it is on its way by itself. */
  percent?: number | null
}

/** A picture for a property or a scooter: the one there is, and the one chosen to take its place. */
export function ImageField(props: ImageFieldProps) {
  const { current, error, canUpload = true, label, name, onChange, percent = null, value } = props
  return (
    <div className="grid gap-2">
      <PhotoField
        buttonLabel={value ? value.name : current ? text.replaceImage : text.chooseImage}
        busy={percent !== null && <UploadProgress label={text.uploadingImage} percent={percent} />}
        caption={canUpload ? text.imageCaption : text.uploadUnavailable}
        error={error}
        label={label}
        name={name}
        onChoose={onChange}
        onRemove={() => onChange(null)}
        photo={value}
        labels={LABELS}
      />
      {current && !value && (
        <img alt={text.currentImage} className="max-h-40 w-full rounded-control object-cover" src={current} />
      )}
    </div>
  )
}
