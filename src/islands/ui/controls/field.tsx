import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useCallback, useId } from 'react'
import { FieldError } from './field-error.tsx'
import { Select } from './select.tsx'

export interface FieldProps {
  label: string
  error?: string | undefined
  /** Set it if the error can appear during typing, so that screen readers announce it at once. */
  errorLive?: 'alert' | undefined
  hint?: ReactNode
  /** Set it if the hint appears dynamically and must be announced. The live region is then always rendered. */
  hintLive?: 'polite' | undefined
}

interface FieldIds {
  id: string
  describedBy: string | undefined
  isInvalid: boolean
}

interface FieldRenderProps extends FieldProps {
  children: (ids: FieldIds) => ReactNode
}

/** Label above, error or hint below, connected by id to the control that `children` renders. */
export function Field({ children, error, errorLive, hint, hintLive, label }: FieldRenderProps) {
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({ describedBy, id, isInvalid: Boolean(error) })}
      {error && (
        <FieldError id={errorId} role={errorLive}>
          {error}
        </FieldError>
      )}
      {(hint || hintLive) && (
        <div aria-live={hintLive} className="caption empty:absolute" id={hintId}>
          {hint}
        </div>
      )}
    </div>
  )
}

interface ControlledValue {
  value: string
  onChange: (value: string) => void
}

/** If a select lacks the value, the browser shows its first option, which nobody has selected. */
function hasOption(control: HTMLInputElement | HTMLSelectElement, value: string): boolean {
  return control instanceof HTMLInputElement || [...control.options].some(option => option.value === value)
}

/**
 * Picks up values that were typed, autofilled or restored by the browser before hydration: reads the control's value
 * when it mounts.
 */
export function usePreHydrationValue({ onChange, value }: ControlledValue) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the control appears
  return useCallback((control: HTMLInputElement | HTMLSelectElement | null) => {
    if (control && control.value !== value && hasOption(control, value)) onChange(control.value)
  }, [])
}

type NativeProps<Attributes> = Omit<Attributes, 'children' | 'className' | 'id' | 'onChange' | 'style' | 'value'>

export interface TextFieldProps extends FieldProps, NativeProps<InputHTMLAttributes<HTMLInputElement>> {
  value: string
  /** The control is passed too if a key changed the value. */
  onChange: (value: string, control?: HTMLInputElement) => void
}

export function TextField({ error, errorLive, hint, hintLive, label, onChange, value, ...rest }: TextFieldProps) {
  const valueRef = usePreHydrationValue({ onChange, value })
  return (
    <Field error={error} errorLive={errorLive} hint={hint} hintLive={hintLive} label={label}>
      {({ describedBy, id, isInvalid }) => (
        <input
          {...rest}
          aria-describedby={describedBy}
          aria-invalid={isInvalid || undefined}
          className="field-input numeric"
          id={id}
          onChange={event => onChange(event.target.value, event.target)}
          ref={valueRef}
          value={value}
        />
      )}
    </Field>
  )
}

interface SelectFieldProps extends FieldProps, ControlledValue, NativeProps<SelectHTMLAttributes<HTMLSelectElement>> {
  children: ReactNode
}

export function SelectField({ children, error, hint, label, onChange, value, ...rest }: SelectFieldProps) {
  const valueRef = usePreHydrationValue({ onChange, value })
  return (
    <Field error={error} hint={hint} label={label}>
      {({ describedBy, id, isInvalid }) => (
        <Select
          {...rest}
          aria-describedby={describedBy}
          aria-invalid={isInvalid || undefined}
          id={id}
          onChange={onChange}
          ref={valueRef}
          value={value}
        >
          {children}
        </Select>
      )}
    </Field>
  )
}
