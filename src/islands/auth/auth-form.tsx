import type { FormEvent, ReactNode } from 'react'
import { Button } from '#islands/ui/controls/button.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useFocusFirstError } from '#islands/ui/hooks/use-focus.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { $errorCount, $formError } from '#stores/auth/auth-errors.ts'
import { $isBusy, $isNavigating, syncFromForm } from '#stores/auth/form.ts'

interface AuthFormProps {
  submitLabel: string
  busyLabel: string
  children: ReactNode
  /** Keeps the submit button in sight on phones. */
  isLong?: boolean
  submit: () => Promise<void>
}

/** The frame of both forms. The method is POST, so that a submit before hydration puts no input into the URL. */
export function AuthForm({ submitLabel, busyLabel, children, isLong, submit }: AuthFormProps) {
  const isSubmitting = useStore($isBusy)
  const leaving = useStore($isNavigating)
  const busy = isSubmitting || leaving
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
      <div className={isLong ? 'bottom-bar mt-1 max-md:sticky max-md:-mx-[16px]' : 'mt-1'}>
        <Button busy={busy} type="submit" wide>
          {busy ? busyLabel : submitLabel}
        </Button>
      </div>
    </form>
  )
}
