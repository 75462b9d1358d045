import { useEffect, useState } from 'react'

/** The photo's object URL, null without a photo. `isUnreadable` once this browser has failed to display it. */
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
