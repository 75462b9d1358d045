import { forgotPath, PATHS } from '#domain/routes.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { Form } from '#islands/ui/controls/form.tsx'
import { PasswordField } from '#islands/ui/controls/password-field.tsx'
import { Modal } from '#islands/ui/feedback/modal.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { Island, useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
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

const FORM = { ...signInErrors, $fields, setField, syncFromForm }
const useField = (name: SignInField) => useFormField(FORM, name)

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
  const email = useField('email')
  const passwordField = useField('password')
  return (
    <Form className="grid gap-4" form={FORM} onSubmit={submitSignIn}>
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
    </Form>
  )
}

export function AdminSignIn({ canReset }: { canReset: boolean }) {
  return (
    <Island>
      <div className="wrapper grid max-w-[528px] gap-5 pt-4">
        <h1>{text.signInTitle}</h1>
        <SignInForm canReset={canReset} />
        <LinkButton href={PATHS.auth} kind="ghost">
          <Icon name="back" />
          {text.backToRiderLogin}
        </LinkButton>
        <SignInAlert />
      </div>
    </Island>
  )
}
