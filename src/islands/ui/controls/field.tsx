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
  described_by: string | undefined
  invalid: boolean
}

interface FieldParts extends FieldProps {
  children: (ids: FieldIds) => ReactNode
}

/** Label above, error or hint below, tied to whatever control the caller draws. */
export function Field({ children, error, errorLive, hint, hintLive, label }: FieldParts) {
  const id = useId()
  const error_id = `${id}-error`
  const hint_id = `${id}-hint`
  const described_by = [error && error_id, hint && hint_id].filter(Boolean).join(' ') || undefined
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({ described_by, id, invalid: Boolean(error) })}
      {error && (
        <p className="field-error" id={error_id} role={errorLive}>
          <Icon name="warning" size="s" />
          {error}
        </p>
      )}
      {(hint || hintLive) && (
        <div aria-live={hintLive} className="cap empty:absolute" id={hint_id}>
          {hint}
        </div>
      )}
    </div>
  )
}

interface Valued {
  value: string
  onChange: (value: string) => void
}

/** A select that does not have the value among its options shows its first one, which nobody chose. */
function canShow(control: HTMLInputElement | HTMLSelectElement, value: string): boolean {
  return control instanceof HTMLInputElement || [...control.options].some(option => option.value === value)
}

/**
 * What was typed, filled in or restored by the browser before the script was there counts as typed:
 * the control is asked for its value once it is on the page.
 */
export function useEarlyValue({ onChange, value }: Valued) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the control appears
  return useCallback((control: HTMLInputElement | HTMLSelectElement | null) => {
    if (control && control.value !== value && canShow(control, value)) onChange(control.value)
  }, [])
}

type Native<Attributes> = Omit<Attributes, 'children' | 'className' | 'id' | 'onChange' | 'style' | 'value'>

export interface TextFieldProps extends FieldProps, Native<InputHTMLAttributes<HTMLInputElement>> {
  value: string
  /** Called with the control too, where it is a key that changed it. */
  onChange: (value: string, control?: HTMLInputElement) => void
}

export function TextField({ error, errorLive, hint, hintLive, label, onChange, value, ...rest }: TextFieldProps) {
  const early = useEarlyValue({ onChange, value })
  return (
    <Field error={error} errorLive={errorLive} hint={hint} hintLive={hintLive} label={label}>
      {({ described_by, id, invalid }) => (
        <input
          {...rest}
          aria-describedby={described_by}
          aria-invalid={invalid || undefined}
          className="field-input num"
          id={id}
          onChange={event => onChange(event.target.value, event.target)}
          ref={early}
          value={value}
        />
      )}
    </Field>
  )
}

interface SelectFieldProps extends FieldProps, Valued, Native<SelectHTMLAttributes<HTMLSelectElement>> {
  /** The options. */
  children: ReactNode
}

export function SelectField({ children, error, hint, label, onChange, value, ...rest }: SelectFieldProps) {
  const early = useEarlyValue({ onChange, value })
  return (
    <Field error={error} hint={hint} label={label}>
      {({ described_by, id, invalid }) => (
        <Select
          {...rest}
          aria-describedby={described_by}
          aria-invalid={invalid || undefined}
          id={id}
          onChange={onChange}
          ref={early}
          value={value}
        >
          {children}
        </Select>
      )}
    </Field>
  )
}
