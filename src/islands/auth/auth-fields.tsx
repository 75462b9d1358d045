import { TextField } from '#islands/ui/controls/field.tsx'
import { PasswordField } from '#islands/ui/controls/password-field.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as fields from '#messages/account-fields.ts'
import * as text from '#messages/passwords.ts'
import { $errors, type AuthField } from '#stores/auth/auth-errors.ts'
import { $fields, setField } from '#stores/auth/form.ts'

/** The props that connect a control to its form field. */
export function useAuthField(field: AuthField) {
  const { [field]: error } = useStore($errors)
  const { [field]: value } = useStore($fields)
  return { error, name: field, onChange: (typed: string) => setField(field, typed), value }
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
