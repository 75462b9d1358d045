import { forgotPath, PATHS } from '#domain/routes.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { PasswordField } from '#islands/ui/controls/password-field.tsx'
import { Modal } from '#islands/ui/feedback/modal.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useFocusFirstError } from '#islands/ui/hooks/use-focus.ts'
import { useFormField, useStore, useSubscribeOnHydration } from '#islands/ui/hooks/use-store.tsx'
import { password } from '#messages/account/account.ts'
import { signIn, signingIn } from '#messages/account/auth.ts'
import { forgotPassword } from '#messages/account/password-reset.ts'
import * as text from '#messages/admin/sign-in.ts'
import {
  $alert,
  $fields,
  $isBusy,
  closeAlert,
  type SignInField,
  setField,
  signInErrors,
  submitSignIn,
  syncFromForm
} from '#stores/admin/admin-sign-in.ts'

function useField(name: SignInField) {
  return useFormField({ $errors: signInErrors.$errors, $fields, setField }, name)
}

function SignInAlert() {
  const alert = useStore($alert)
  return (
    <Modal onClose={closeAlert} isOpen={alert !== null} role="alertdialog" title={alert?.sentence ?? ''}>
      <div className="mt-3 grid md:flex md:justify-end">
        <Button onClick={closeAlert}>{text.ok}</Button>
      </div>
    </Modal>
  )
}

function SignInForm({ canReset }: { canReset: boolean }) {
  const isBusy = useStore($isBusy)
  const formError = useStore(signInErrors.$formError)
  const form = useFocusFirstError(useStore(signInErrors.$errorCount))
  const email = useField('email')
  const passwordField = useField('password')
  return (
    <form
      className="grid gap-4"
      method="post"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        syncFromForm(new FormData(event.currentTarget))
        void submitSignIn()
      }}
      ref={form}
    >
      <TextField
        {...email}
        autoCapitalize="none"
        autoComplete="username"
        inputMode="email"
        label={text.adminEmail}
        spellCheck={false}
        type="email"
      />
      <PasswordField {...passwordField} autoComplete="current-password" label={password} />
      {canReset && (
        <a className="link -mt-2 justify-self-end" href={forgotPath('admin')}>
          {forgotPassword}
        </a>
      )}
      {formError && <Note kind="error">{formError}</Note>}
      <div className="mt-1">
        <Button isBusy={isBusy} busyLabel={signingIn} type="submit" isWide>
          {signIn}
        </Button>
      </div>
    </form>
  )
}

export function AdminSignIn({ canReset }: { canReset: boolean }) {
  useSubscribeOnHydration()
  return (
    <div className="wrapper grid max-w-[528px] gap-5 pt-4">
      <h1>{text.signInTitle}</h1>
      <SignInForm canReset={canReset} />
      <LinkButton href={PATHS.auth} kind="ghost">
        <Icon name="back" />
        {text.backToRiderLogin}
      </LinkButton>
      <SignInAlert />
    </div>
  )
}
