import type { ReactNode } from 'react'
import { forgotPath } from '#domain/routes.ts'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { AccountName, NewPasswordField } from '#islands/ui/controls/password-field.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { useFocusOnChange } from '#islands/ui/hooks/use-focus.ts'
import { Island, useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import { newPassword } from '#messages/account/account.ts'
import * as text from '#messages/account/password-reset.ts'
import * as labels from '#messages/labels.ts'
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

/** The frame of both pages of a password reset. */
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
            {text.backToSignIn}
          </a>
        </p>
      </div>
    </Island>
  )
}

/** Requests a link for a new password. */
export function ForgotPassword() {
  const email = useFormField(resetForm, 'email')
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
        <AuthForm form={resetForm} busyLabel={text.sending} submitLabel={text.send} onSubmit={submitRequest}>
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
      <ResetPage lead={isInvitation ? text.invitationExpired : text.linkExpired} title={text.expiredTitle}>
        {canRequest && !isInvitation && (
          <LinkButton href={forgotPath(type)} isWide>
            {text.newLink}
          </LinkButton>
        )}
      </ResetPage>
    )
  }
  return (
    <ResetPage
      lead={isInvitation ? text.invitationLead : text.resetLead}
      title={isInvitation ? text.invitationTitle : text.resetTitle}
    >
      {link === 'checking' ? (
        <SkeletonBlock className="h-[250px]" />
      ) : (
        <AuthForm form={resetForm} busyLabel={labels.saving} submitLabel={text.save} onSubmit={submitNewPassword}>
          <AccountName email={email} />
          <NewPasswordField {...password} label={newPassword} />
        </AuthForm>
      )}
    </ResetPage>
  )
}
