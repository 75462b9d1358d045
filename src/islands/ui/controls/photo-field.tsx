import { type ReactNode, useId, useRef } from 'react'
import { fileSize } from '#domain/uploads/photos.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as authText from '#messages/account/auth.ts'
import * as commonText from '#messages/common.ts'
import * as uploadsText from '#messages/uploads.ts'
import { IS_LICENCE_PRIVATE, type licencePhoto } from '#stores/kit/forms/photo.ts'
import type { Store } from '#stores/kit/ssr-values.ts'
import { FieldError } from './field.tsx'
import { PhotoInput, usePreview } from './photo-input.tsx'

interface PhotoFieldProps {
  /** The box's text: the instruction while empty, then the photo's name and size. */
  buttonLabel: string
  caption: string
  label: string
  name: string
  onChoose: (photo: File) => void
  photo: File | null
  labels: { remove: string; replace: string }
  /** Shown below the caption during an upload; the input is disabled then. */
  progress?: ReactNode
  error?: string | undefined
  onRemove?: () => void
}

/** Some phones offer only the gallery for a file input, so this one requests the camera. */
function CameraButton({ onChoose }: Pick<PhotoFieldProps, 'onChoose'>) {
  return (
    <label className="btn btn-ghost file-button min-h-11 pointer-fine:hidden">
      <Icon name="camera" />
      {uploadsText.takePhoto}
      <PhotoInput capture="environment" onChoose={onChoose} />
    </label>
  )
}

export function PhotoField(props: PhotoFieldProps) {
  const { buttonLabel, progress, caption, error, label, name, onChoose, onRemove, photo, labels } = props
  const id = useId()
  const preview = usePreview(photo)
  const input = useRef<HTMLInputElement>(null)

  function remove() {
    onRemove?.()
    input.current?.focus()
  }

  return (
    <div className="grid gap-1.5">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="photo-box">
        <PhotoPreview {...preview} />
        <div className="grid min-w-0 flex-1 basis-24 gap-0.5">
          <p className="line-clamp-2 font-semibold wrap-anywhere">{buttonLabel}</p>
          <p className="caption" id={`${id}-caption`}>
            {commonText.joinFacts(caption, preview.isUnreadable && uploadsText.noPreview)}
          </p>
          {progress}
        </div>
        {photo && !progress && (
          <span aria-hidden="true" className="link">
            {labels.replace}
          </span>
        )}
        {/* Covers the whole box, so that a click anywhere opens the gallery or camera and a dropped file is accepted. */}
        <PhotoInput
          aria-describedby={error ? `${id}-error ${id}-caption` : `${id}-caption`}
          aria-invalid={error ? true : undefined}
          className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
          disabled={Boolean(progress)}
          id={id}
          inputRef={input}
          name={name}
          onChoose={onChoose}
        />
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {!progress && (
        <div className="flex flex-wrap gap-x-2">
          <CameraButton onChoose={onChoose} />
          {photo && onRemove && (
            <button className="btn btn-ghost min-h-11" onClick={remove} type="button">
              <Icon name="bin" />
              {labels.remove}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

function PhotoPreview({ isUnreadable, onError, url }: ReturnType<typeof usePreview>) {
  return (
    <span className="grid size-13 flex-none place-items-center overflow-hidden rounded-slot bg-accent-soft text-accent-ink">
      {url && !isUnreadable ? (
        <img alt="" className="size-full object-cover" onError={onError} src={url} />
      ) : (
        <Icon name={url ? 'picture' : 'camera'} />
      )}
    </span>
  )
}

/** Indeterminate until the first bytes are sent, because the photo may still be shrunk. */
export function UploadProgress({ label, percent }: { label: string; percent: number }) {
  return (
    <>
      <progress aria-label={label} className="progress mt-1" max={100} value={percent > 0 ? percent : undefined} />
      <p className="caption numeric">{uploadsText.photoUploaded(percent)}</p>
    </>
  )
}

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
