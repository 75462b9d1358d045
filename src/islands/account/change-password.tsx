import type { FormEvent } from 'react'
import { Button } from '#islands/ui/controls/button.tsx'
import { PasswordField } from '#islands/ui/controls/password-field.tsx'
import { PasswordRules } from '#islands/ui/controls/password-rules.tsx'
import { Modal } from '#islands/ui/feedback/modal.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useFocusFirstError } from '#islands/ui/hooks/use-focus.ts'
import { useFormField } from '#islands/ui/hooks/use-form-field.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/account/account.ts'
import * as labels from '#messages/labels.ts'
import { $accountDialog } from '#stores/session/account-dialog.ts'
import {
  $errorCount,
  $errors,
  $fields,
  $formError,
  $isChangingPassword,
  closePasswordForm,
  type PasswordField as Field,
  setField,
  submitPassword,
  syncFromForm
} from '#stores/session/change-password.ts'

function usePasswordField(field: Field) {
  return useFormField({ $errors, $fields, setField }, field)
}

export function ChangePassword() {
  return (
    <Modal onClose={closePasswordForm} isOpen={useStore($accountDialog) === 'password'} title={text.change}>
      <p className="muted">{text.otherDevicesHint}</p>
      <ChangePasswordForm />
    </Modal>
  )
}

function ChangePasswordForm() {
  const isChanging = useStore($isChangingPassword)
  const formError = useStore($formError)
  const form = useFocusFirstError(useStore($errorCount))
  const current = usePasswordField('current_password')
  const newPassword = usePasswordField('password')

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    syncFromForm(new FormData(event.currentTarget))
    void submitPassword()
  }

  return (
    <form className="mt-2 grid gap-4" method="post" noValidate onSubmit={send} ref={form}>
      <PasswordField {...current} autoComplete="current-password" label={text.currentPassword} />
      <div className="grid gap-2">
        <PasswordField {...newPassword} autoComplete="new-password" label={text.newPassword} />
        <PasswordRules password={newPassword.value} />
      </div>
      {formError && <Note kind="error">{formError}</Note>}
      <div className="mt-1 grid grid-cols-2 gap-3 md:flex md:justify-end">
        <Button kind="secondary" onClick={closePasswordForm}>
          {labels.cancel}
        </Button>
        <Button isBusy={isChanging} busyLabel={text.changing} type="submit">
          {text.change}
        </Button>
      </div>
    </form>
  )
}
