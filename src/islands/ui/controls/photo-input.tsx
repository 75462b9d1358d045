import { type InputHTMLAttributes, type RefObject, useEffect, useState } from 'react'

type NativeProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'accept' | 'onChange' | 'type'>

interface PhotoInputProps extends NativeProps {
  onChoose: (photo: File) => void
  inputRef?: RefObject<HTMLInputElement | null>
}

/** The file input of every photo field and button. It also picks up a file that was selected before hydration. */
export function PhotoInput({ inputRef, onChoose, ...rest }: PhotoInputProps) {
  function attach(input: HTMLInputElement | null) {
    if (inputRef) inputRef.current = input
    if (input) passOn(input, onChoose)
  }

  // Don't list HEIC extensions: with 'image/*' alone, phones convert HEIC photos to JPEG.
  return (
    <input
      {...rest}
      accept="image/*"
      onChange={event => passOn(event.currentTarget, onChoose)}
      ref={attach}
      type="file"
    />
  )
}

/** Passes on the selected file and clears the input, because selecting the same file again would fire no event. */
function passOn(input: HTMLInputElement, onChoose: (photo: File) => void) {
  const photo = input.files?.[0]
  if (!photo) return
  onChoose(photo)
  input.value = ''
}

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
