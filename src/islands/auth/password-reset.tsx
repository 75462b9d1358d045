import type { ReactNode } from 'react'
import { forgotPath } from '#domain/routes.ts'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { AccountName, NewPasswordField } from '#islands/ui/controls/password-field.tsx'
import { Note, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { useFocusOnChange } from '#islands/ui/hooks/use-focus.ts'
import { Island, useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as accountText from '#messages/account/account.ts'
import * as passwordResetText from '#messages/account/password-reset.ts'
import * as commonText from '#messages/common.ts'
import {
  $accountType,
  $isInvitation,
  $link,
  $requestedFor,
  changeEmail,
  resetForm,
  signInPath,
  submitNewPassword,
  submitRequest
} from '#stores/auth/password-reset.ts'
import { AuthForm, UsernameField } from './auth-form.tsx'

function ResetPage({ children, lead, title }: { children: ReactNode; lead: string; title: string }) {
  const type = useStore($accountType)
  const heading = useFocusOnChange<HTMLHeadingElement>(title)
  return (
    <Island>
      <div className="wrapper grid max-w-[528px] content-start gap-5 pt-1 pb-26 lg:content-center lg:py-10">
        <div>
          <h1 className="outline-none" ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p className="muted">{lead}</p>
        </div>
        {children}
        <p className="flex justify-center">
          <a className="link" href={signInPath(type)}>
            {passwordResetText.backToSignIn}
          </a>
        </p>
      </div>
    </Island>
  )
}

export function ForgotPassword() {
  const email = useFormField(resetForm, 'email')
  const requestedFor = useStore($requestedFor)
  return (
    <ResetPage lead={passwordResetText.requestLead} title={passwordResetText.requestTitle}>
      <div className="grid gap-4 empty:-mt-5" role="status">
        {requestedFor !== null && (
          <>
            <Note kind="info">{passwordResetText.linkSent}</Note>
            <p>{passwordResetText.checkInbox(requestedFor)}</p>
            <Button kind="secondary" onClick={changeEmail} isWide>
              {passwordResetText.useOtherEmail}
            </Button>
          </>
        )}
      </div>
      {requestedFor === null && (
        <AuthForm
          form={resetForm}
          busyLabel={commonText.sending}
          submitLabel={passwordResetText.sendLink}
          onSubmit={submitRequest}
        >
          <UsernameField {...email} />
        </AuthForm>
      )}
    </ResetPage>
  )
}

/**
 * Sets a new password by the link of a mail, or the first one by that of an invitation. Without a mail service, nobody
 * can ask for a link.
 */
export function NewPassword({ canRequest }: { canRequest: boolean }) {
  const password = useFormField(resetForm, 'password')
  const { email } = useStore(resetForm.$fields)
  const type = useStore($accountType)
  const link = useStore($link)
  const isInvitation = useStore($isInvitation)
  if (link === 'expired') {
    return (
      <ResetPage
        lead={isInvitation ? passwordResetText.invitationExpired : passwordResetText.linkExpired}
        title={passwordResetText.expiredTitle}
      >
        {canRequest && !isInvitation && (
          <LinkButton href={forgotPath(type)} isWide>
            {passwordResetText.newLink}
          </LinkButton>
        )}
      </ResetPage>
    )
  }
  return (
    <ResetPage
      lead={isInvitation ? passwordResetText.invitationLead : passwordResetText.resetLead}
      title={isInvitation ? passwordResetText.invitationTitle : passwordResetText.resetTitle}
    >
      {link === 'checking' ? (
        <SkeletonBlock className="h-[250px]" />
      ) : (
        <AuthForm
          form={resetForm}
          busyLabel={commonText.saving}
          submitLabel={passwordResetText.savePassword}
          onSubmit={submitNewPassword}
        >
          <AccountName email={email} />
          <NewPasswordField {...password} label={accountText.newPassword} />
        </AuthForm>
      )}
    </ResetPage>
  )
}
