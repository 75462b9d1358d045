import { useEffect, useState } from 'react'
import { FormIcon } from '#islands/ui/art/form-icon.tsx'

/** The photo's object URL; 'unreadable' if this browser cannot display it. */
export function usePreview(photo: File | null) {
  const [url, setUrl] = useState<string | null>(null)
  const [unreadableUrl, setUnreadable] = useState<string | null>(null)
  useEffect(() => {
    if (!photo) return setUrl(null)
    const objectUrl = URL.createObjectURL(photo)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [photo])
  return { isUnreadable: url !== null && url === unreadableUrl, onError: () => setUnreadable(url), url }
}

export function PhotoPreview({ isUnreadable, onError, url }: ReturnType<typeof usePreview>) {
  return (
    <span className="grid size-13 flex-none place-items-center overflow-hidden rounded-slot bg-accent-soft text-accent-ink">
      {url && !isUnreadable ? (
        <img alt="" className="size-full object-cover" onError={onError} src={url} />
      ) : (
        <FormIcon name={url ? 'picture' : 'camera'} />
      )}
    </span>
  )
}
