import { type ReactNode, useEffect, useId, useState } from 'react'
import { Icon } from './icon.tsx'

interface PhotoFieldProps {
  /** What the box says: what to do while it is empty, the photo's name and size afterwards. */
  action: string
  caption: string
  label: string
  name: string
  onChoose: (photo: File) => void
  photo: File | null
  busy?: ReactNode
  error?: string | undefined
  replace?: string
}

function usePreview(photo: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!photo) return setUrl(null)
    const made = URL.createObjectURL(photo)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [photo])
  return url
}

/** Empty for a photo that this browser can't draw: then the camera stays. */
function Thumb({ photo }: { photo: File | null }) {
  const url = usePreview(photo)
  const [unreadable, setUnreadable] = useState<string | null>(null)
  return (
    <span className="grid size-13 flex-none place-items-center overflow-hidden rounded-slot bg-accent-soft text-accent-ink">
      {url && url !== unreadable ? (
        <img alt="" className="size-full object-cover" onError={() => setUnreadable(url)} src={url} />
      ) : (
        <Icon name="camera" />
      )}
    </span>
  )
}

/** The whole box is the file input: it opens the camera or the gallery, and takes a file dropped on it. */
export function PhotoField({ action, busy, caption, error, label, name, onChoose, photo, replace }: PhotoFieldProps) {
  const id = useId()

  function choose(input: HTMLInputElement | null) {
    const chosen = input?.files?.[0]
    if (!input || !chosen) return
    onChoose(chosen)
    // Else choosing the same file again would go unnoticed.
    input.value = ''
  }

  return (
    <div className="grid gap-1.5">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="photo-box">
        <Thumb photo={photo} />
        <div className="grid min-w-0 flex-1 gap-0.5">
          <p className="truncate font-semibold">{action}</p>
          <p className="cap" id={`${id}-caption`}>
            {caption}
          </p>
          {busy}
        </div>
        {replace && (
          <span aria-hidden="true" className="link">
            {replace}
          </span>
        )}
        <input
          accept="image/*"
          aria-describedby={error ? `${id}-error ${id}-caption` : `${id}-caption`}
          aria-invalid={error ? true : undefined}
          className="absolute inset-0 cursor-pointer opacity-0"
          id={id}
          name={name}
          onChange={event => choose(event.currentTarget)}
          ref={choose}
          type="file"
        />
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="warning" size="s" />
          {error}
        </p>
      )}
    </div>
  )
}
