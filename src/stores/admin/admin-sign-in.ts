import { atom } from 'nanostores'
import { goTo } from '#client/device/navigation.ts'
import { whenVisibleAgain } from '#client/device/page-lifecycle.ts'
import { keepsSiteData } from '#client/device/storage.ts'
import { ignoreFailure } from '#domain/kit/failures.ts'
import { PATHS } from '#domain/routes.ts'
import { signInIncomplete, siteDataRefused } from '#messages/account/auth.ts'
import * as text from '#messages/admin/sign-in.ts'
import { missingFields } from '#stores/auth/missing-fields.ts'
import { formErrors, formFields } from '#stores/kit/forms/form.ts'
import { whileBusy } from '#stores/kit/requests.ts'
import { stopAll, whenMounted } from '#stores/kit/when-mounted.ts'
import { syncSession } from '#stores/session/page-guard.ts'
import { saveSession, whenSessionChanges } from '#stores/session/session.ts'

const FIELDS = ['email', 'password'] as const
export type SignInField = (typeof FIELDS)[number]

export const $isBusy = atom(false)
/** The sign-in alert: the welcome message, or the error. */
export const $alert = atom<{ sentence: string; isWelcome: boolean } | null>(null)

export const signInErrors = formErrors<SignInField>({
  fields: FIELDS,
  showFailure: sentence => $alert.set({ sentence, isWelcome: false })
})

const loadSignInGateway = () => import('#client/session/sign-in.ts')

export const { $fields, setField, syncFromForm } = formFields<SignInField>({ email: '', password: '' }, field => {
  signInErrors.clearError(field)
  // Preload the gateway while the admin types. A failure is ignored here; submitting reports it.
  void ignoreFailure(loadSignInGateway())
})

// A signed-in admin is redirected to the dashboard, unless the welcome alert is open.
whenMounted($fields, () => {
  const enter = () => $alert.get()?.isWelcome || syncSession()
  enter()
  return stopAll([whenSessionChanges(enter), whenVisibleAgain(enter)])
})

export function submitSignIn(): Promise<void> {
  return whileBusy($isBusy, text.invalidCredentials, async () => {
    signInErrors.clearErrors()
    const { email, password } = $fields.get()
    const body = { email: email.trim(), password }
    const missing = missingFields(body)
    if (Object.keys(missing).length > 0) return signInErrors.showErrors(signInIncomplete, missing)
    if (!keepsSiteData()) return signInErrors.showErrors(siteDataRefused, {})
    const request = loadSignInGateway().then(({ requestAdminSignIn }) => requestAdminSignIn(body))
    const response = await signInErrors.nullOnFailure(request, text.invalidCredentials)
    if (!response) return
    saveSession(response.access_token, 'admin')
    $alert.set({ sentence: text.welcome, isWelcome: true })
  })
}

/** After the welcome message, redirects to the dashboard; otherwise returns to the form. */
export function closeAlert(): void {
  const alert = $alert.get()
  $alert.set(null)
  if (alert?.isWelcome) goTo(PATHS.admin)
}
