import { PhotoField, UploadProgress } from '#islands/ui/controls/photo-field.tsx'
import * as text from '#messages/admin/images.ts'
import * as labels from '#messages/labels.ts'

const LABELS = { remove: text.removeImage, replace: labels.replace } as const

interface ImageFieldProps {
  error: string | undefined
  label: string
  name: string
  onChange: (image: File | null) => void
  value: File | null
  /** The URL of the saved picture. */
  current: string | null | undefined
  /** If false, no storage is available, and the field shows that before a picture is selected. */
  canUpload?: boolean
  /** Upload progress in percent, for pictures that upload separately from the form. */
  percent?: number | null
}

/** A picture input for a property or scooter: shows the saved picture and the selected replacement. */
export function ImageField(props: ImageFieldProps) {
  const { current, error, canUpload = true, label, name, onChange, percent = null, value } = props
  return (
    <div className="grid gap-2">
      <PhotoField
        buttonLabel={value ? value.name : current ? labels.replace : text.chooseImage}
        progress={percent !== null && <UploadProgress label={text.uploadingImage} percent={percent} />}
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
