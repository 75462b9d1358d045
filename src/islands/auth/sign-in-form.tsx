import { FORGOT_PASSWORD_PATH } from '#domain/password-paths.ts'
import { signIn, signingIn } from '#messages/account/auth.ts'
import { forgotPassword } from '#messages/account/password-reset.ts'
import { submitSignIn } from '#stores/auth/auth-form.ts'
import { AuthPasswordField, SignInEmailField } from './auth-fields.tsx'
import { AuthForm } from './auth-form.tsx'

/** `canReset`: links to a new password can be mailed. */
export function SignInForm({ canReset }: { canReset: boolean }) {
  return (
    <AuthForm submitLabel={signIn} busyLabel={signingIn} onSubmit={submitSignIn}>
      <SignInEmailField />
      <AuthPasswordField autoComplete="current-password" />
      {canReset && (
        <a className="link -mt-2 justify-self-end" href={FORGOT_PASSWORD_PATH}>
          {forgotPassword}
        </a>
      )}
    </AuthForm>
  )
}
