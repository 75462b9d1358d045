import { type InputHTMLAttributes, useCallback, useLayoutEffect, useRef, useState } from 'react'
import {
  missingRequirements,
  PASSWORD_REQUIREMENTS,
  PASSWORD_RULES,
  type PasswordRequirement
} from '#domain/riders/fields.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import * as accountText from '#messages/account/account.ts'
import { IconButton } from './button.tsx'
import { Field, type FieldProps, usePreHydrationValue } from './field.tsx'

interface PasswordFieldProps extends FieldProps, Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete' | 'name'> {
  value: string
  onChange: (value: string) => void
}

/** Keeps the caret position when the password is shown or hidden, because browsers move it on a type change. */
export function PasswordField({ error, hint, label, onChange, value, ...rest }: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false)
  const input = useRef<HTMLInputElement | null>(null)
  const caret = useRef<[number, number] | null>(null)
  const valueRef = usePreHydrationValue({ onChange, value })
  const attachInput = useCallback(
    (element: HTMLInputElement | null) => {
      input.current = element
      valueRef(element)
    },
    [valueRef]
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the type has changed
  useLayoutEffect(() => {
    if (caret.current) input.current?.setSelectionRange(...caret.current)
    caret.current = null
  }, [isVisible])

  function toggle() {
    const { selectionEnd, selectionStart } = input.current ?? {}
    const hadFocus = document.activeElement === input.current
    caret.current = hadFocus ? [selectionStart ?? 0, selectionEnd ?? 0] : null
    setVisible(!isVisible)
  }

  return (
    <Field error={error} hint={hint} label={label}>
      {({ describedBy, id, isInvalid }) => (
        <div className="relative">
          <input
            {...rest}
            {...(rest.autoComplete === 'new-password' && { passwordrules: PASSWORD_RULES })}
            aria-describedby={describedBy}
            aria-invalid={isInvalid || undefined}
            autoCapitalize="none"
            autoCorrect="off"
            className="field-input pr-13"
            id={id}
            onChange={event => onChange(event.target.value)}
            ref={attachInput}
            spellCheck={false}
            type={isVisible ? 'text' : 'password'}
            value={value}
          />
          <div className="absolute right-0.5 top-0.5">
            <IconButton
              icon={isVisible ? 'eye-off' : 'eye'}
              label={isVisible ? accountText.hidePassword : accountText.showPassword}
              onClick={toggle}
              onPointerDown={event => event.preventDefault()}
            />
          </div>
        </div>
      )}
    </Field>
  )
}

/** Of a form that changes a password: a password manager saves the new one under it. */
export function AccountName({ email }: { email: string }) {
  return <input autoComplete="username" hidden readOnly type="email" value={email} />
}

/** A new password, with its rules. An error that names the missing ones replaces them. */
export function NewPasswordField(props: Omit<PasswordFieldProps, 'autoComplete'>) {
  const missing = missingRequirements(props.value)
  return (
    <div className="grid gap-2">
      <PasswordField {...props} autoComplete="new-password" />
      {props.error !== accountText.passwordMustContain(missing) && <PasswordRules missing={missing} />}
    </div>
  )
}

/** The five password rules, each marked when it is met. */
function PasswordRules({ missing }: { missing: readonly PasswordRequirement[] }) {
  return (
    <ul className="caption auto-columns gap-x-3 gap-y-[3px]">
      {PASSWORD_REQUIREMENTS.map(requirement => {
        const met = !missing.includes(requirement)
        return (
          <li
            className={`flex items-center gap-[5px] last:col-span-full ${met ? 'font-[550] text-accent-ink' : ''}`}
            key={requirement}
          >
            <Icon name={met ? 'check' : 'circle'} size="s" />
            {accountText.passwordRequirement[requirement]}
            {met && <span className="sr-only">{accountText.requirementMetSuffix}</span>}
          </li>
        )
      })}
    </ul>
  )
}
