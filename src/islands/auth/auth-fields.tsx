import { TextField } from '#islands/ui/controls/field.tsx'
import { PasswordField } from '#islands/ui/controls/password-field.tsx'
import { useFormField } from '#islands/ui/hooks/use-form-field.ts'

import * as fields from '#messages/account/account-fields.ts'
import * as text from '#messages/account/passwords.ts'
import { $errors, type AuthField } from '#stores/auth/auth-errors.ts'
import { $fields, setField } from '#stores/auth/auth-form.ts'

/** The props that connect a control to its form field. */
export function useAuthField(field: AuthField) {
  return useFormField({ $errors, $fields, setField }, field)
}

export function SignInEmailField() {
  return (
    <TextField
      {...useAuthField('email')}
      autoCapitalize="none"
      autoComplete="username"
      label={fields.email}
      placeholder={fields.emailPlaceholder}
      spellCheck={false}
      type="email"
    />
  )
}

export function AuthPasswordField({ autoComplete }: { autoComplete: 'current-password' | 'new-password' }) {
  return <PasswordField {...useAuthField('password')} autoComplete={autoComplete} label={text.password} />
}
