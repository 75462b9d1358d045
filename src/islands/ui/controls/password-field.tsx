import { type InputHTMLAttributes, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { hidePassword, showPassword } from '#messages/auth.ts'
import { Field, type FieldProps, useEarlyValue } from './field.tsx'
import { IconButton } from './icon-button.tsx'

interface PasswordFieldProps extends FieldProps, Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete' | 'name'> {
  value: string
  onChange: (value: string) => void
}

/** Showing and hiding keeps the caret where it is: browsers put it elsewhere when an input changes its type. */
export function PasswordField({ error, hint, label, onChange, value, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const input = useRef<HTMLInputElement | null>(null)
  const caret = useRef<[number, number] | null>(null)
  const early = useEarlyValue({ onChange, value })
  const keepInput = useCallback(
    (element: HTMLInputElement | null) => {
      input.current = element
      early(element)
    },
    [early]
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the type has changed
  useLayoutEffect(() => {
    if (caret.current) input.current?.setSelectionRange(...caret.current)
    caret.current = null
  }, [shown])

  function toggle() {
    const { selectionEnd, selectionStart } = input.current ?? {}
    const focused = document.activeElement === input.current
    caret.current = focused ? [selectionStart ?? 0, selectionEnd ?? 0] : null
    setShown(!shown)
  }

  return (
    <Field error={error} hint={hint} label={label}>
      {({ described_by, id, invalid }) => (
        <div className="relative">
          <input
            {...rest}
            aria-describedby={described_by}
            aria-invalid={invalid || undefined}
            autoCapitalize="none"
            autoCorrect="off"
            className="field-input pr-13"
            id={id}
            onChange={event => onChange(event.target.value)}
            ref={keepInput}
            spellCheck={false}
            type={shown ? 'text' : 'password'}
            value={value}
          />
          <div className="absolute right-0.5 top-0.5">
            <IconButton
              icon={shown ? 'eye-off' : 'eye'}
              label={shown ? hidePassword : showPassword}
              onClick={toggle}
              onPointerDown={event => event.preventDefault()}
            />
          </div>
        </div>
      )}
    </Field>
  )
}
