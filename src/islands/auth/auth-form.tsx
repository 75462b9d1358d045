import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { Button } from '#islands/ui/controls/button.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useFocusFirstError } from '#islands/ui/hooks/use-focus.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as account from '#messages/account/account.ts'
import type { Store } from '#stores/kit/ssr-values.ts'

/** The state of a form, as its store exports it. */
interface FormState {
  $errorCount: Store<number>
  /** The error that belongs to no field. */
  $formError: Store<string | null>
  $isBusy: Store<boolean>
  /** Reads the fields before a submit: a password manager may fill them without an event. */
  syncFromForm: (form: FormData) => void
}

interface AuthFormProps {
  busyLabel: string
  /** The fields. */
  children: ReactNode
  form: FormState
  /** Keeps the submit button in sight on phones. */
  isLong?: boolean
  onSubmit: () => Promise<void>
  submitLabel: string
}

/**
 * The frame of the riders' sign-in and sign-up, and of both pages of a password reset. The method is POST, so that a
 * submit before hydration puts no input into the URL.
 */
export function AuthForm({ busyLabel, children, form, isLong, onSubmit, submitLabel }: AuthFormProps) {
  const formError = useStore(form.$formError)

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    form.syncFromForm(new FormData(event.currentTarget))
    void onSubmit()
  }

  return (
    <form
      className="grid gap-4"
      method="post"
      noValidate
      onSubmit={send}
      ref={useFocusFirstError(useStore(form.$errorCount))}
    >
      {children}
      {formError && <Note kind="error">{formError}</Note>}
      <div className={isLong ? 'bottom-bar mt-1 max-md:sticky max-md:-mx-[16px]' : 'mt-1'}>
        <Button isBusy={useStore(form.$isBusy)} busyLabel={busyLabel} type="submit" isWide>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

/** The email of an account that exists. */
export function UsernameField(field: Pick<ComponentProps<typeof TextField>, 'error' | 'name' | 'onChange' | 'value'>) {
  return (
    <TextField
      {...field}
      autoCapitalize="none"
      autoComplete="username"
      label={account.email}
      placeholder={account.emailPlaceholder}
      spellCheck={false}
      type="email"
    />
  )
}
