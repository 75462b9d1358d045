import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useCallback, useId } from 'react'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Select } from './select.tsx'

export interface FieldProps {
  label: string
  error?: string | undefined
  /** The error may come while somebody types: a screen reader is told of it then. */
  errorLive?: 'alert' | undefined
  hint?: ReactNode
  /** The hint comes and goes, and is told when it comes: its place is there before it. */
  hintLive?: 'polite' | undefined
}

interface FieldIds {
  id: string
  describedBy: string | undefined
  invalid: boolean
}

interface FieldRenderProps extends FieldProps {
  children: (ids: FieldIds) => ReactNode
}

/** Label above, error or hint below, tied to whatever control the caller draws. */
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
      {children({ describedBy, id, invalid: Boolean(error) })}
      {error && (
        <p className="field-error" id={errorId} role={errorLive}>
          <Icon name="warning" size="s" />
          {error}
        </p>
      )}
      {(hint || hintLive) && (
        <div aria-live={hintLive} className="cap empty:absolute" id={hintId}>
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

/** A select that does not have the value among its options shows its first one, which nobody chose. */
function hasOption(control: HTMLInputElement | HTMLSelectElement, value: string): boolean {
  return control instanceof HTMLInputElement || [...control.options].some(option => option.value === value)
}

/**
 * What was typed, filled in or restored by the browser before the script was there counts as typed:
 * the control is asked for its value once it is on the page.
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
  /** Called with the control too, where it is a key that changed it. */
  onChange: (value: string, control?: HTMLInputElement) => void
}

export function TextField({ error, errorLive, hint, hintLive, label, onChange, value, ...rest }: TextFieldProps) {
  const valueRef = usePreHydrationValue({ onChange, value })
  return (
    <Field error={error} errorLive={errorLive} hint={hint} hintLive={hintLive} label={label}>
      {({ describedBy, id, invalid }) => (
        <input
          {...rest}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          className="field-input num"
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
  /** The options. */
  children: ReactNode
}

export function SelectField({ children, error, hint, label, onChange, value, ...rest }: SelectFieldProps) {
  const valueRef = usePreHydrationValue({ onChange, value })
  return (
    <Field error={error} hint={hint} label={label}>
      {({ describedBy, id, invalid }) => (
        <Select
          {...rest}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
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
