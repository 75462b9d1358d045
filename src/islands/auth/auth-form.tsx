import type { ReactNode } from 'react'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { $errorCount, $formError } from '#stores/auth/auth-errors.ts'
import { $isBusy, $isNavigating, syncFromForm } from '#stores/auth/auth-form.ts'
import { CredentialsForm } from './credentials-form.tsx'

interface AuthFormProps {
  submitLabel: string
  busyLabel: string
  children: ReactNode
  isLong?: boolean
  onSubmit: () => Promise<void>
}

/** The frame of both forms. */
export function AuthForm(props: AuthFormProps) {
  const isSubmitting = useStore($isBusy)
  const isNavigating = useStore($isNavigating)
  return (
    <CredentialsForm
      {...props}
      isBusy={isSubmitting || isNavigating}
      errorCount={useStore($errorCount)}
      formError={useStore($formError)}
      syncFromForm={syncFromForm}
    />
  )
}
