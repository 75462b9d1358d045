import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  useCallback,
  useId
} from 'react'
import { Icon } from '#islands/ui/art/icon.tsx'

export interface FieldProps {
  label: string
  error?: string | undefined
  /** Set it if the error can appear during typing, so that screen readers announce it at once. */
  errorLive?: 'alert' | undefined
  hint?: ReactNode
  /** Set it if the hint appears dynamically and must be announced. The live region is then always rendered. */
  hintLive?: 'polite' | undefined
}

interface FieldRenderProps extends FieldProps {
  children: (ids: { id: string; describedBy: string | undefined; isInvalid: boolean }) => ReactNode
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

let isPressing = false
let waiting: (() => void)[] = []

function endPress(): void {
  isPressing = false
  // The click follows in the same task.
  for (const action of waiting) setTimeout(action)
  waiting = []
}

// Of a tap, browsers send the mouse events after the finger has left.
if (typeof document !== 'undefined') {
  const startPress = ({ button }: MouseEvent) => {
    isPressing = button === 0
  }
  addEventListener('mousedown', startPress, true)
  for (const end of ['mouseup', 'dragend']) addEventListener(end, endPress, true)
}

/**
 * Runs an action at once, or after the press that takes the focus from a field. What the action shows or hides may move
 * the pressed button, which then would not be clicked.
 */
function afterPress(action: () => void): void {
  if (isPressing) waiting.push(action)
  else action()
}

export interface TextFieldProps extends FieldProps, Omit<NativeProps<InputHTMLAttributes<HTMLInputElement>>, 'onBlur'> {
  value: string
  /** The control is passed too if a key changed the value. */
  onChange: (value: string, control?: HTMLInputElement) => void
  /** Called when the focus has gone to something else on the page, and a press that moved it has ended. */
  onLeave?: () => void
}

export function TextField(props: TextFieldProps) {
  const { error, errorLive, hint, hintLive, label, onChange, onLeave, value, ...rest } = props
  const valueRef = usePreHydrationValue({ onChange, value })
  /** If another window takes the focus, the field is still the active element. */
  const leave = (field: HTMLInputElement) => document.activeElement !== field && onLeave?.()
  return (
    <Field error={error} errorLive={errorLive} hint={hint} hintLive={hintLive} label={label}>
      {({ describedBy, id, isInvalid }) => (
        <input
          {...rest}
          aria-describedby={describedBy}
          aria-invalid={isInvalid || undefined}
          className="field-input numeric"
          id={id}
          onBlur={({ currentTarget }) => afterPress(() => leave(currentTarget))}
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

/** The options of a select, each as its value and its label. */
export function Options({ of }: { of: readonly (readonly [value: string, label: string])[] }) {
  return of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

interface FieldErrorProps {
  children: string
  /** For the `aria-describedby` of the control. */
  id?: string
  /** Set it if the error can appear during typing, so that screen readers announce it at once. */
  role?: 'alert' | undefined
}

export function FieldError({ children, id, role }: FieldErrorProps) {
  return (
    <p className="field-error" id={id} role={role}>
      <Icon name="warning" size="s" />
      {children}
    </p>
  )
}

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'onChange' | 'style'> {
  onChange: (value: string) => void
  ref?: Ref<HTMLSelectElement>
  /** As high as a small button, for use outside forms. */
  isSmall?: boolean
}

/** A native select with our own arrow icon. */
export function Select({ children, onChange, isSmall, ...rest }: SelectProps) {
  return (
    <div className="relative min-w-0">
      <select
        {...rest}
        className={isSmall ? 'field-input min-h-11 max-md:pr-8.5 max-md:pl-2.5' : 'field-input'}
        onChange={event => onChange(event.target.value)}
      >
        {children}
      </select>
      <span className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-ink-2">
        <Icon name="chevron-down" />
      </span>
    </div>
  )
}

/**
 * A whole-number field. It is a text input with a numeric keypad: native number inputs drop unreadable text, and change
 * their value on mouse wheel and arrow keys.
 */
export function NumberField(field: TextFieldProps & { onLeave: () => void }) {
  return <TextField {...field} autoComplete="off" inputMode="numeric" spellCheck={false} />
}
