import { useState } from 'react'
import { isImplausibleEmail, isImplausiblePhone } from '#domain/riders/contact.ts'
import * as accountText from '#messages/account/account.ts'
import { TextField, type TextFieldProps } from './field.tsx'

const CHECKS = {
  email: [isImplausibleEmail, accountText.checkEmail],
  tel: [isImplausiblePhone, accountText.checkPhone]
} as const

interface ContactFieldProps extends Omit<TextFieldProps, 'hint' | 'hintLive' | 'onLeave' | 'type'> {
  type: keyof typeof CHECKS
}

/**
 * Shows a hint if the value is probably mistyped; it can be submitted anyway. The hint appears on leaving, or at once
 * for the initial value, and disappears when the value is plausible.
 */
export function ContactField({ onChange, ...field }: ContactFieldProps) {
  const [isInvalid, hint] = CHECKS[field.type]
  const [isHintShown, setHintShown] = useState(isInvalid(field.value))
  return (
    <TextField
      {...field}
      hint={isHintShown && !field.error && hint}
      hintLive="polite"
      onLeave={() => setHintShown(isInvalid(field.value))}
      onChange={value => {
        if (!isInvalid(value)) setHintShown(false)
        onChange(value)
      }}
    />
  )
}
