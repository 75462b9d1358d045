import type { FormEvent, ReactNode } from 'react'
import { Button } from '#islands/ui/controls/button.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useFocusFirstError } from '#islands/ui/hooks/use-focus.ts'

interface CredentialsFormProps {
  isBusy: boolean
  busyLabel: string
  /** The fields. */
  children: ReactNode
  errorCount: number
  /** The error that belongs to no field. */
  formError: string | null
  /** Keeps the submit button in sight on phones. */
  isLong?: boolean | undefined
  onSubmit: () => Promise<void>
  submitLabel: string
  /** Reads the fields before a submit: a password manager may fill them without an event. */
  syncFromForm: (form: FormData) => void
}

/**
 * The frame of the riders' sign-in and sign-up, and of both pages of a password reset. The method is POST, so that a
 * submit before hydration puts no input into the URL. The portal's sign-in has no bytes left for a shared file.
 */
export function CredentialsForm({ children, formError, isBusy, isLong, syncFromForm, ...rest }: CredentialsFormProps) {
  const form = useFocusFirstError(rest.errorCount)

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    syncFromForm(new FormData(event.currentTarget))
    void rest.onSubmit()
  }

  return (
    <form className="grid gap-4" method="post" noValidate onSubmit={send} ref={form}>
      {children}
      {formError && <Note kind="error">{formError}</Note>}
      <div className={isLong ? 'bottom-bar mt-1 max-md:sticky max-md:-mx-[16px]' : 'mt-1'}>
        <Button isBusy={isBusy} busyLabel={rest.busyLabel} type="submit" isWide>
          {rest.submitLabel}
        </Button>
      </div>
    </form>
  )
}
