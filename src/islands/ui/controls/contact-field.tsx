import { useState } from 'react'
import { isNoEmail, isNoPhone } from '#domain/contact.ts'
import { checkEmail, checkPhone } from '#messages/auth.ts'
import { TextField, type TextFieldProps } from './field.tsx'

const ADVICE = { email: [isNoEmail, checkEmail], tel: [isNoPhone, checkPhone] } as const

interface ContactFieldProps extends Omit<TextFieldProps, 'hint' | 'hintLive' | 'onBlur' | 'type'> {
  type: keyof typeof ADVICE
}

/**
 * Advises about what is probably a slip of the hand, and is sent all the same: once the field is left, until it is mended;
 * of what was there before, at once.
 */
export function ContactField({ onChange, ...field }: ContactFieldProps) {
  const [isSlip, advice] = ADVICE[field.type]
  const [isAdvised, setAdvised] = useState(isSlip(field.value))
  return (
    <TextField
      {...field}
      hint={isAdvised && !field.error && advice}
      hintLive="polite"
      onBlur={() => setAdvised(isSlip(field.value))}
      onChange={value => {
        if (!isSlip(value)) setAdvised(false)
        onChange(value)
      }}
    />
  )
}
