import type { FocusEvent } from 'react'
import { TextField, type TextFieldProps } from './field.tsx'

interface NumberFieldProps extends TextFieldProps {
  /** Nobody types in it any more. */
  onLeave: () => void
}

/**
 * A whole number. Text with a keypad of digits, because a browser's own number field drops what it cannot read, and
 * changes its number when the mouse wheel turns or an arrow key is pressed.
 */
export function NumberField({ onLeave, ...field }: NumberFieldProps) {
  /** Another window may have taken the focus in the middle of typing: the field then still has it in this one. */
  function leave({ currentTarget }: FocusEvent) {
    if (document.activeElement !== currentTarget) onLeave()
  }
  return <TextField {...field} autoComplete="off" inputMode="numeric" onBlur={leave} spellCheck={false} />
}
