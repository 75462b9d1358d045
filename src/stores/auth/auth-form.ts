import { atom } from 'nanostores'
import { goTo, queryParam } from '#client/device/navigation.ts'
import { whenVisibleAgain } from '#client/device/page-lifecycle.ts'
import { ignoreFailure } from '#domain/kit/ignore-failure.ts'
import { pageAfterSignIn } from '#domain/routes.ts'
import * as text from '#messages/account/auth.ts'
import { toastAfterNavigation } from '#stores/app/toasts.ts'
import { formFields } from '#stores/kit/forms/form-fields.ts'
import { stopAll } from '#stores/kit/stop-all.ts'
import { whenMounted } from '#stores/kit/when-mounted.ts'
import { whileBusy } from '#stores/kit/while-busy.ts'
import { syncSession } from '#stores/session/page-guard.ts'
import { saveSession, whenSessionChanges } from '#stores/session/session.ts'
import { type AuthField, clearErrors, nullOnFailure, recheckError, showErrors } from './auth-errors.ts'
import { missingFields } from './missing-fields.ts'

export type AuthFields = Record<AuthField, string>

export const $mode = atom<'sign-in' | 'sign-up'>('sign-in')
/** True while the sign-up form is loading. */
export const $isToggling = atom(false)
export const $isBusy = atom(false)
/** True after sign-in: the form stays busy until the next page has loaded. */
export const $isNavigating = atom(false)

// Redirects a signed-in visitor, also after a sign-in in another tab.
whenMounted($mode, () => {
  syncSession()
  return stopAll([
    whenSessionChanges(syncSession),
    whenVisibleAgain(() => {
      $isNavigating.set(false)
      syncSession()
    })
  ])
})

/** Switches between the forms. `loadForm` loads the sign-up form; if that fails, the sign-in form stays. */
export function toggleAuthMode(loadForm: () => Promise<unknown>): Promise<void> {
  return whileBusy($isToggling, text.signUpFailed, async () => {
    if ($mode.get() === 'sign-in') await loadForm()
    $mode.set($mode.get() === 'sign-in' ? 'sign-up' : 'sign-in')
    clearErrors()
  })
}

const loadSignInGateway = () => import('#client/session/rider-sign-in.ts')

/** What is wrong with a field's present value. sign-up.ts replaces it when it loads; sign-in has no such rules. */
export const fieldValidation = { issueOf: (_field: AuthField): string | undefined => undefined }

const EMPTY_FIELDS: AuthFields = { name: '', email: '', phone: '', date_of_birth: '', property_id: '', password: '' }

/** `$fields` keeps the typed values while the rider switches between the two forms. */
export const { $fields, setField, syncFromForm } = formFields<AuthField>(EMPTY_FIELDS, field => {
  recheckError(field, $mode.get() === 'sign-up' ? fieldValidation.issueOf(field) : undefined)
  // Preload the gateway while the visitor types. A failure is ignored here; submitting reports it.
  void ignoreFailure(loadSignInGateway())
})

export function submitSignIn(): Promise<void> {
  return whileBusy($isBusy, text.loginFailed, async () => {
    clearErrors()
    const { email, password } = trimFields($fields.get())
    const missing = missingFields({ email, password })
    if (Object.keys(missing).length > 0) return showErrors(text.signInIncomplete, missing)
    const request = loadSignInGateway().then(({ requestRiderSignIn }) => requestRiderSignIn({ email, password }))
    const response = await nullOnFailure(request, text.loginFailed, { wrong_credentials: 'password' })
    if (response) completeSignIn(response.access_token, text.welcomeBack)
  })
}

export function completeSignIn(accessToken: string, welcome: string): void {
  saveSession(accessToken, 'user')
  toastAfterNavigation('success', welcome)
  $isNavigating.set(true)
  goTo(pageAfterSignIn(queryParam('next')))
}

export function trimFields(fields: AuthFields): AuthFields {
  const { email, name, phone } = fields
  return { ...fields, email: email.trim(), name: name.trim(), phone: phone.trim() }
}
