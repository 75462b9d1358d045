import { forgotPath } from '#domain/password-paths.ts'
import { LinkButton } from '#islands/ui/controls/button.tsx'
import { PasswordField } from '#islands/ui/controls/password-field.tsx'
import { PasswordRules } from '#islands/ui/controls/password-rules.tsx'
import { useStore, useSubscribeOnHydration } from '#islands/ui/hooks/use-store.tsx'
import { newPassword } from '#messages/account/account.ts'
import * as text from '#messages/account/password-reset.ts'
import * as labels from '#messages/labels.ts'
import { $accountType, $isLinkExpired, submitNewPassword } from '#stores/auth/password-reset.ts'
import { ResetForm, ResetPage, useResetField } from './reset-page.tsx'

/** Sets a new password by the link of a mail. */
export function NewPassword() {
  useSubscribeOnHydration()
  const password = useResetField('password')
  const type = useStore($accountType)
  const isLinkExpired = useStore($isLinkExpired)
  if (isLinkExpired) {
    return (
      <ResetPage lead={text.linkExpired} title={text.expiredTitle}>
        <LinkButton href={forgotPath(type)} isWide>
          {text.newLink}
        </LinkButton>
      </ResetPage>
    )
  }
  return (
    <ResetPage lead={text.resetLead} title={text.resetTitle}>
      <ResetForm busyLabel={labels.saving} submitLabel={text.save} onSubmit={submitNewPassword}>
        <div className="grid gap-2">
          <PasswordField {...password} autoComplete="new-password" label={newPassword} />
          <PasswordRules password={password.value} />
        </div>
      </ResetForm>
    </ResetPage>
  )
}
