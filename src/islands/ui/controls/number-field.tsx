import type { FocusEvent } from 'react'
import { TextField, type TextFieldProps } from './field.tsx'

interface NumberFieldProps extends TextFieldProps {
  /** Called when the field loses focus. */
  onLeave: () => void
}

/**
 * A whole-number field. It is a text input with a numeric keypad: native number inputs drop unreadable text, and change
 * their value on mouse wheel and arrow keys.
 */
export function NumberField({ onLeave, ...field }: NumberFieldProps) {
  /** If another window takes the focus during typing, the field is still the active element, so this is not a leave. */
  function leave({ currentTarget }: FocusEvent) {
    if (document.activeElement !== currentTarget) onLeave()
  }
  return <TextField {...field} autoComplete="off" inputMode="numeric" onBlur={leave} spellCheck={false} />
}
