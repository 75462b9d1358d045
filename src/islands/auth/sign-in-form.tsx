import { signIn, signingIn } from '#messages/auth.ts'
import { submitSignIn } from '#stores/auth/form.ts'
import { AuthPasswordField, SignInEmailField } from './auth-fields.tsx'
import { AuthForm } from './auth-form.tsx'

export function SignInForm() {
  return (
    <AuthForm submitLabel={signIn} busyLabel={signingIn} submit={submitSignIn}>
      <SignInEmailField />
      <AuthPasswordField autoComplete="current-password" />
    </AuthForm>
  )
}
