import { Button } from '#islands/ui/controls/button.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useStore, useSubscribeOnHydration } from '#islands/ui/hooks/use-store.tsx'
import * as fields from '#messages/account/account-fields.ts'
import * as text from '#messages/account/password-reset.ts'
import { $requestedFor, changeEmail, submitRequest } from '#stores/auth/password-reset.ts'
import { ResetForm, ResetPage, useResetField } from './reset-page.tsx'

/** Requests a link for a new password. */
export function ForgotPassword() {
  useSubscribeOnHydration()
  const email = useResetField('email')
  const requestedFor = useStore($requestedFor)
  return (
    <ResetPage lead={text.requestLead} title={text.requestTitle}>
      <div className="grid gap-4 empty:-mt-5" role="status">
        {requestedFor !== null && (
          <>
            <Note kind="info">{text.linkSent}</Note>
            <p>{text.checkInbox(requestedFor)}</p>
            <Button kind="secondary" onClick={changeEmail} isWide>
              {text.useOtherEmail}
            </Button>
          </>
        )}
      </div>
      {requestedFor === null && (
        <ResetForm busyLabel={text.sending} submitLabel={text.send} onSubmit={submitRequest}>
          <TextField
            {...email}
            autoCapitalize="none"
            autoComplete="username"
            label={fields.email}
            placeholder={fields.emailPlaceholder}
            spellCheck={false}
            type="email"
          />
        </ResetForm>
      )}
    </ResetPage>
  )
}
