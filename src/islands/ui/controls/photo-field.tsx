import { type ReactNode, type RefObject, useId, useRef } from 'react'
import { FormIcon } from '#islands/ui/art/form-icon.tsx'
import { Icon } from '#islands/ui/art/icon.tsx'
import { usePreview } from '#islands/ui/hooks/use-preview.ts'
import { PhotoPreview } from './photo-preview.tsx'

interface PhotoFieldProps {
  /** The box's text: the instruction while empty, then the photo's name and size. */
  buttonLabel: string
  caption: string
  label: string
  name: string
  onChoose: (photo: File) => void
  photo: File | null
  labels: { camera: string; noPreview: string; remove?: string; replace: string }
  /** Shown below the caption during an upload; the input is disabled then. */
  progress?: ReactNode
  error?: string | undefined
  onRemove?: () => void
}

/** Passes on the selected file and clears the input, because selecting the same file again would fire no event. */
function useFileInput(onChoose: (photo: File) => void) {
  return (input: HTMLInputElement | null) => {
    const chosen = input?.files?.[0]
    if (!input || !chosen) return
    onChoose(chosen)
    input.value = ''
  }
}

/** Some phones offer only the gallery for a file input, so this one requests the camera. */
function CameraButton({ onChoose, labels }: Pick<PhotoFieldProps, 'labels' | 'onChoose'>) {
  const choose = useFileInput(onChoose)
  return (
    <label className="btn btn-ghost photo-button pointer-fine:hidden">
      <FormIcon name="camera" />
      {labels.camera}
      <input
        accept="image/*"
        capture="environment"
        className="sr-only"
        onChange={event => choose(event.currentTarget)}
        type="file"
      />
    </label>
  )
}

interface PhotoInputProps extends Pick<PhotoFieldProps, 'error' | 'name' | 'onChoose'> {
  disabled: boolean
  /** Also the start of the ids of the caption and the error. */
  id: string
  input: RefObject<HTMLInputElement | null>
}

/** Covers the whole box, so that a click anywhere opens the gallery or camera and a dropped file is accepted. */
function PhotoInput({ disabled, error, id, input, name, onChoose }: PhotoInputProps) {
  const choose = useFileInput(onChoose)

  /** Picks up a file that was selected before hydration. */
  function attach(element: HTMLInputElement | null) {
    input.current = element
    choose(element)
  }

  // Don't list HEIC extensions: with 'image/*' alone, phones convert HEIC photos to JPEG.
  return (
    <input
      accept="image/*"
      aria-describedby={error ? `${id}-error ${id}-caption` : `${id}-caption`}
      aria-invalid={error ? true : undefined}
      className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
      disabled={disabled}
      id={id}
      name={name}
      onChange={event => choose(event.currentTarget)}
      ref={attach}
      type="file"
    />
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
        <div className="grid min-w-0 flex-1 gap-0.5">
          <p className="truncate font-semibold">{buttonLabel}</p>
          <p className="caption" id={`${id}-caption`}>
            {caption}
            {preview.isUnreadable && ` · ${labels.noPreview}`}
          </p>
          {progress}
        </div>
        {photo && !progress && (
          <span aria-hidden="true" className="link">
            {labels.replace}
          </span>
        )}
        <PhotoInput disabled={Boolean(progress)} error={error} id={id} input={input} name={name} onChoose={onChoose} />
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="warning" size="s" />
          {error}
        </p>
      )}
      {!progress && (
        <div className="flex flex-wrap gap-x-2">
          <CameraButton onChoose={onChoose} labels={labels} />
          {photo && onRemove && (
            <button className="btn btn-ghost photo-button" onClick={remove} type="button">
              <FormIcon name="bin" />
              {labels.remove}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
