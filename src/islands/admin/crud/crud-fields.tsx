import { useId } from 'react'
import { ALL_SLOTS } from '#domain/bookings/slots.ts'
import { parsePartialPin } from '#domain/catalogue/scooters.ts'
import { clockText } from '#domain/time/india-time.ts'
import { FieldError, TextField, type TextFieldProps } from '#islands/ui/controls/field.tsx'

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

interface CheckboxGroupProps {
  error: string | undefined
  label: string
  onToggle: (value: string) => void
  options: readonly { label: string; value: string }[]
  value: readonly string[]
}

/** Some of a few values, such as the days of a plan. */
export function CheckboxGroup({ error, label, onToggle, options, value: chosen }: CheckboxGroupProps) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error && errorId} className="grid gap-1.5">
      <legend className="field-label mb-1.5">{label}</legend>
      <div className="grid grid-cols-2 gap-x-3 gap-y-1">
        {options.map(option => (
          <label className="checkbox-label wrap-anywhere" key={option.value}>
            <input
              aria-invalid={error ? true : undefined}
              checked={chosen.includes(option.value)}
              onChange={() => onToggle(option.value)}
              type="checkbox"
            />
            {option.label}
          </label>
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}

/** The half hours of a day, for a select. */
export function TimeOptions() {
  return ALL_SLOTS.map(slot => (
    <option key={slot} value={slot}>
      {clockText(slot)}
    </option>
  ))
}
