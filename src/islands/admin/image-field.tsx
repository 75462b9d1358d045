import { PhotoField } from '#islands/ui/photo-field.tsx'
import * as auth from '#messages/auth.ts'
import * as text from '#messages/portal.ts'

const WORDS = { camera: auth.takePhoto, no_preview: auth.noPreview, replace: text.replaceImage } as const

interface ImageFieldProps {
  error: string | undefined
  label: string
  name: string
  onChange: (image: File) => void
  value: File | null
  /** The picture there is already. */
  current: string | null | undefined
}

/** A picture for a property or a scooter: the one there is, and the one chosen to take its place. */
export function ImageField({ current, error, label, name, onChange, value }: ImageFieldProps) {
  return (
    <div className="grid gap-2">
      <PhotoField
        action={value ? value.name : current ? text.replaceImage : text.chooseImage}
        caption={text.imageCaption}
        error={error}
        label={label}
        name={name}
        onChoose={onChange}
        photo={value}
        words={WORDS}
      />
      {current && !value && (
        <img alt={text.currentImage} className="max-h-40 rounded-control object-cover" src={current} />
      )}
    </div>
  )
}
