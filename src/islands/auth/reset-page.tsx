import type { FormEvent, ReactNode } from 'react'
import { Button } from '#islands/ui/controls/button.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useFocusFirstError, useFocusOnChange } from '#islands/ui/hooks/use-focus.ts'
import { useFormField } from '#islands/ui/hooks/use-form-field.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/account/password-reset.ts'
import {
  $accountType,
  $errorCount,
  $errors,
  $fields,
  $formError,
  $isBusy,
  type ResetField,
  setField,
  signInPath,
  syncFromForm
} from '#stores/auth/password-reset.ts'

/** The props that connect a control to its form field. */
export function useResetField(field: ResetField) {
  return useFormField({ $errors, $fields, setField }, field)
}

/** The frame of both pages of a password reset. */
export function ResetPage({ children, lead, title }: { children: ReactNode; lead: string; title: string }) {
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

export function ResetForm({ busyLabel, children, label, submit }: ResetFormProps) {
  const busy = useStore($isBusy)
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
