import { PATHS } from '#domain/routes.ts'
import { SignInForm } from '#islands/auth/auth-form.tsx'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { Modal } from '#islands/ui/feedback/modal.tsx'
import { Island, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as authText from '#messages/account/auth.ts'
import * as commonText from '#messages/common.ts'
import { $alert, closeAlert, signInForm, submitSignIn } from '#stores/admin/admin-sign-in.ts'

function SignInAlert() {
  const alert = useStore($alert)
  return (
    <Modal onClose={closeAlert} isOpen={alert !== null} role="alertdialog" title={alert?.sentence ?? ''}>
      <div className="mt-3 grid md:flex md:justify-end">
        <Button onClick={closeAlert}>{commonText.ok}</Button>
      </div>
    </Modal>
  )
}

export function AdminSignIn({ canReset }: { canReset: boolean }) {
  return (
    <Island>
      <div className="wrapper grid max-w-[528px] gap-5 pt-4">
        <h1>{authText.adminSignInTitle}</h1>
        <SignInForm
          canReset={canReset}
          form={signInForm}
          onSubmit={submitSignIn}
          type="admin"
          usernameLabel={authText.adminEmail}
        />
        <LinkButton href={PATHS.auth} kind="ghost">
          <Icon name="back" />
          {authText.backToRiderLogin}
        </LinkButton>
        <SignInAlert />
      </div>
    </Island>
  )
}
