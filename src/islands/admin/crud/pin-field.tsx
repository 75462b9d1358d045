import { parsePartialPin } from '#domain/catalogue/pin.ts'
import { TextField, type TextFieldProps } from '#islands/ui/controls/field.tsx'

/** Restores the previous value and caret. If React restored it, the caret would move to the end. */
function restoreValue(input: HTMLInputElement, value: string): void {
  const caret = (input.selectionEnd ?? input.value.length) - (input.value.length - value.length)
  input.value = value
  input.setSelectionRange(caret, caret)
}

/** Accepts only digits of a PIN. Other input is discarded, and the error is announced during typing. */
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
