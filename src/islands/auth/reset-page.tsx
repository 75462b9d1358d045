import type { ReactNode } from 'react'
import { useFocusOnChange } from '#islands/ui/hooks/use-focus.ts'
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
import { CredentialsForm } from './credentials-form.tsx'

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
  submitLabel: string
  busyLabel: string
  onSubmit: () => Promise<void>
}

export function ResetForm(props: ResetFormProps) {
  return (
    <CredentialsForm
      {...props}
      isBusy={useStore($isBusy)}
      errorCount={useStore($errorCount)}
      formError={useStore($formError)}
      syncFromForm={syncFromForm}
    />
  )
}
