import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#islands/ui/controls/button.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { Form, type FormState } from '#islands/ui/controls/form.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as account from '#messages/account/account.ts'
import type { Store } from '#stores/kit/ssr-values.ts'

interface AuthFormState extends FormState {
  /** The error that belongs to no field. */
  $formError: Store<string | null>
  $isBusy: Store<boolean>
}

interface AuthFormProps {
  busyLabel: string
  /** The fields. */
  children: ReactNode
  form: AuthFormState
  /** Keeps the submit button in sight on phones. */
  isLong?: boolean
  onSubmit: () => Promise<void>
  submitLabel: string
}

/** The frame of the riders' sign-in and sign-up, and of both pages of a password reset. */
export function AuthForm({ busyLabel, children, form, isLong, onSubmit, submitLabel }: AuthFormProps) {
  const formError = useStore(form.$formError)
  return (
    <Form className="grid gap-4" form={form} onSubmit={onSubmit}>
      {children}
      {formError && <Note kind="error">{formError}</Note>}
      <div className={isLong ? 'bottom-bar mt-1 max-md:sticky max-md:-mx-[16px]' : 'mt-1'}>
        <Button isBusy={useStore(form.$isBusy)} busyLabel={busyLabel} type="submit" isWide>
          {submitLabel}
        </Button>
      </div>
    </Form>
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
