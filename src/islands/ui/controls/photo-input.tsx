import type { InputHTMLAttributes, RefObject } from 'react'

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
