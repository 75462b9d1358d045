import { parsePartialPin } from '#domain/pin.ts'
import { TextField, type TextFieldProps } from '#islands/ui/controls/field.tsx'

/** The value before the last key, with the caret where it was; left to React, the caret would go to the end. */
function restoreValue(input: HTMLInputElement, value: string): void {
  const caret = (input.selectionEnd ?? input.value.length) - (input.value.length - value.length)
  input.value = value
  input.setSelectionRange(caret, caret)
}

/** Takes digits of a PIN; anything else leaves it as it is, and its error tells why while somebody types. */
export function PinField({ onChange, value, ...field }: Omit<TextFieldProps, 'errorLive'>) {
  return (
    <TextField
      {...field}
      errorLive="alert"
      onChange={(typed, input) => {
        if (input && parsePartialPin(typed) === null) restoreValue(input, value)
        onChange(typed)
      }}
      value={value}
    />
  )
}
