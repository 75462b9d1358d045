import { atom } from 'nanostores'
import { PATHS } from '#domain/routes.ts'
import * as authText from '#messages/account/auth.ts'
import { type CredentialField, preloadSignIn, redirectSignedIn, requestToken } from '#stores/auth/sign-in.ts'
import { forgetEmail, keepEmail } from '#stores/auth/typed-email.ts'
import { formErrors, formFields } from '#stores/kit/forms/form.ts'
import { whileBusy } from '#stores/kit/requests.ts'
import { syncSession } from '#stores/session/page-guard.ts'
import { saveSession } from '#stores/session/session.ts'

const $isBusy = atom(false)
/** The sign-in alert: the welcome message, or the error. */
export const $alert = atom<{ sentence: string; isWelcome: boolean } | null>(null)

const errors = formErrors<CredentialField>({
  fields: ['email', 'password'],
  showFailure: sentence => $alert.set({ sentence, isWelcome: false })
})

const fields = formFields<CredentialField>({ email: '', password: '' }, field => {
  errors.clearError(field)
  preloadSignIn()
})

keepEmail(fields.$fields)

export const signInForm = { ...errors, ...fields, $isBusy }

// A signed-in admin is redirected to the dashboard, unless the welcome alert is open.
redirectSignedIn(fields.$fields, () => $alert.get()?.isWelcome || syncSession())

export function submitSignIn(): Promise<void> {
  return whileBusy($isBusy, authText.invalidCredentials, async () => {
    const signIn = { errors, failureMessage: authText.invalidCredentials, type: 'admin' } as const
    const token = await requestToken(fields.$fields.get(), signIn)
    if (token === null) return
    saveSession(token, 'admin')
    forgetEmail()
    $alert.set({ sentence: authText.adminWelcome, isWelcome: true })
  })
}

/** After the welcome message, redirects to the dashboard; otherwise returns to the form. */
export function closeAlert(): void {
  const alert = $alert.get()
  $alert.set(null)
  if (alert?.isWelcome) location.assign(PATHS.admin)
}
