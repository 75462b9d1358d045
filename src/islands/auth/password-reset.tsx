import type { FormEvent, ReactNode } from 'react'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { PasswordField } from '#islands/ui/controls/password-field.tsx'
import { PasswordRules } from '#islands/ui/controls/password-rules.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useFocusFirstError, useFocusOnChange } from '#islands/ui/hooks/use-focus.ts'
import { useFormField } from '#islands/ui/hooks/use-form-field.ts'
import { useStore, useSubscribeOnHydration } from '#islands/ui/hooks/use-store.tsx'
import { newPassword } from '#messages/account.ts'
import * as fields from '#messages/account-fields.ts'
import * as text from '#messages/password-reset.ts'
import {
  $accountType,
  $busy,
  $errorCount,
  $errors,
  $fields,
  $formError,
  $isLinkExpired,
  $requestedFor,
  changeEmail,
  type ResetField,
  requestPath,
  setField,
  signInPath,
  submitNewPassword,
  submitRequest,
  syncFromForm
} from '#stores/auth/password-reset.ts'

function useResetField(field: ResetField) {
  return useFormField({ $errors, $fields, setField }, field)
}

function Screen({ children, lead, title }: { children: ReactNode; lead: string; title: string }) {
  const type = useStore($accountType)
  const heading = useFocusOnChange<HTMLHeadingElement>(title)
  return (
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
  )
}

interface ResetFormProps {
  children: ReactNode
  label: string
  busyLabel: string
  submit: () => Promise<void>
}

function ResetForm({ busyLabel, children, label, submit }: ResetFormProps) {
  const busy = useStore($busy)
  const refusal = useStore($formError)
  const form = useFocusFirstError(useStore($errorCount))

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    syncFromForm(new FormData(event.currentTarget))
    void submit()
  }

  return (
    <form className="grid gap-4" method="post" noValidate onSubmit={send} ref={form}>
      {children}
      {refusal && <Note kind="error">{refusal}</Note>}
      <div className="mt-1">
        <Button busy={busy} type="submit" wide>
          {busy ? busyLabel : label}
        </Button>
      </div>
    </form>
  )
}

/** Requests a link for a new password. */
export function ForgotPassword() {
  useSubscribeOnHydration()
  const email = useResetField('email')
  const requestedFor = useStore($requestedFor)
  return (
    <Screen lead={text.requestLead} title={text.requestTitle}>
      <div className="grid gap-4 empty:-mt-5" role="status">
        {requestedFor !== null && (
          <>
            <Note kind="info">{text.linkSent}</Note>
            <p>{text.checkInbox(requestedFor)}</p>
            <Button kind="secondary" onClick={changeEmail} wide>
              {text.useOtherEmail}
            </Button>
          </>
        )}
      </div>
      {requestedFor === null && (
        <ResetForm busyLabel={text.sending} label={text.send} submit={submitRequest}>
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
    </Screen>
  )
}

/** Sets a new password by the link of a mail. */
export function NewPassword() {
  useSubscribeOnHydration()
  const password = useResetField('password')
  const type = useStore($accountType)
  const isLinkExpired = useStore($isLinkExpired)
  if (isLinkExpired) {
    return (
      <Screen lead={text.linkExpired} title={text.expiredTitle}>
        <LinkButton href={requestPath(type)} wide>
          {text.newLink}
        </LinkButton>
      </Screen>
    )
  }
  return (
    <Screen lead={text.resetLead} title={text.resetTitle}>
      <ResetForm busyLabel={text.saving} label={text.save} submit={submitNewPassword}>
        <div className="grid gap-2">
          <PasswordField {...password} autoComplete="new-password" label={newPassword} />
          <PasswordRules password={password.value} />
        </div>
      </ResetForm>
    </Screen>
  )
}
