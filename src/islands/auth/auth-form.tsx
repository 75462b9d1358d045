import type { ComponentProps, ReactNode } from 'react'
import { forgotPath, type SessionType } from '#domain/routes.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { Form, type FormState } from '#islands/ui/controls/form.tsx'
import { PasswordField } from '#islands/ui/controls/password-field.tsx'
import { ErrorNote, Note } from '#islands/ui/feedback/states.tsx'
import { type FormStores, useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as passwordResetText from '#messages/account/password-reset.ts'
import * as appShellText from '#messages/app-shell.ts'
import { $addressForOtherBrowser, chromeLink, copyAddressToOpen } from '#stores/app/app-shell.ts'
import type { CredentialField } from '#stores/auth/sign-in.ts'
import type { Store } from '#stores/kit/ssr-values.ts'

interface AuthFormState extends FormState {
  /** The error that belongs to no field. */
  $formError: Store<string | null>
  $isBusy: Store<boolean>
}

interface AuthFormProps {
  busyLabel: string
  children: ReactNode
  form: AuthFormState
  onSubmit: () => Promise<void>
  submitLabel: string
}

/** The frame of the sign-ins, the sign-up, and both pages of a password reset. */
export function AuthForm({ busyLabel, children, form, onSubmit, submitLabel }: AuthFormProps) {
  const formError = useStore(form.$formError)
  return (
    <Form className="grid gap-4" form={form} onSubmit={onSubmit}>
      <OtherBrowserNote />
      {children}
      <ErrorNote>{formError}</ErrorNote>
      <div className="mt-1">
        <Button isBusy={useStore(form.$isBusy)} busyLabel={busyLabel} type="submit" isWide>
          {submitLabel}
        </Button>
      </div>
    </Form>
  )
}

interface UsernameFieldProps extends Pick<ComponentProps<typeof TextField>, 'error' | 'name' | 'onChange' | 'value'> {
  label?: string | undefined
}

export function UsernameField({ label = accountText.email, ...field }: UsernameFieldProps) {
  return (
    <TextField
      {...field}
      autoCapitalize="none"
      autoComplete="username"
      label={label}
      placeholder={accountText.emailPlaceholder}
      spellCheck={false}
      type="email"
    />
  )
}

interface SignInFormProps {
  /** Links to a new password can be mailed. */
  canReset: boolean
  form: AuthFormState & FormStores<Record<CredentialField, string>>
  onSubmit: () => Promise<void>
  type: SessionType
  usernameLabel?: string | undefined
}

export function SignInForm({ canReset, form, onSubmit, type, usernameLabel }: SignInFormProps) {
  return (
    <AuthForm form={form} submitLabel={authText.signIn} busyLabel={authText.signingIn} onSubmit={onSubmit}>
      <UsernameField {...useFormField(form, 'email')} label={usernameLabel} />
      <PasswordField {...useFormField(form, 'password')} autoComplete="current-password" label={accountText.password} />
      {canReset && (
        <a className="link -mt-2 justify-self-end" href={forgotPath(type)}>
          {passwordResetText.forgotPassword}
        </a>
      )}
    </AuthForm>
  )
}

/** Says before anything is typed that this browser keeps no session, and where the page works. */
function OtherBrowserNote() {
  const address = useStore($addressForOtherBrowser)
  if (address === null) return null
  const chrome = chromeLink(address)
  return (
    <Note kind="warning" role="alert">
      <p>{authText.siteDataRefused}</p>
      <p className="mt-2 font-semibold">
        {chrome ? (
          <a className="link" href={chrome}>
            {appShellText.openInChrome}
          </a>
        ) : (
          appShellText.openInChrome
        )}
      </p>
      <p className="mb-2 select-all">{address}</p>
      <Button kind="secondary" onClick={() => void copyAddressToOpen(address)} isSmall>
        {appShellText.copyAddress}
      </Button>
    </Note>
  )
}
