import { atom, map } from 'nanostores'
import { goTo, whenVisibleAgain } from '#client/device/browser.ts'
import { PATHS } from '#domain/routes.ts'
import * as text from '#messages/admin-sign-in.ts'
import { fieldMissing, signInIncomplete } from '#messages/auth.ts'
import { errorMessage, toastIfOffline, whileBusy } from '#stores/kit/busy.ts'
import { formErrors } from '#stores/kit/form-errors.ts'
import { saveSession, syncSession, whenMounted, whenSessionChanges } from '#stores/session/session.ts'

const FIELDS = ['email', 'password'] as const
export type SignInField = (typeof FIELDS)[number]

export const $fields = map<Record<SignInField, string>>({ email: '', password: '' })
export const $busy = atom(false)
/** The spec's alert (decision 11): the welcome, or why there is none. */
export const $alert = atom<{ sentence: string; isWelcome: boolean } | null>(null)

export const errors = formErrors<SignInField>({ toField: name => FIELDS.find(field => field === name) })

// An admin who is signed in goes to the dashboard, unless the welcome is about to be read.
whenMounted($fields, () => {
  const enter = () => $alert.get()?.isWelcome || syncSession()
  enter()
  const stops = [whenSessionChanges(enter), whenVisibleAgain(enter)]
  return () => {
    for (const stop of stops) stop()
  }
})

const loadSignInGateway = () => import('#client/session/admin-sign-in.ts')

export function setField(field: SignInField, value: string): void {
  $fields.setKey(field, value)
  errors.clearError(field)
  // What the call needs is there once the typing is done; where it fails to come, the call says so.
  loadSignInGateway().catch(() => undefined)
}

export function syncFromForm(form: FormData): void {
  for (const field of FIELDS) {
    const value = form.get(field)
    if (typeof value === 'string') $fields.setKey(field, value)
  }
}

export function submit(): Promise<void> {
  return whileBusy($busy, text.invalidCredentials, async () => {
    errors.clearErrors()
    const { email, password } = $fields.get()
    const body = { email: email.trim(), password }
    const missing = FIELDS.filter(field => body[field] === '')
    if (missing.length > 0)
      return errors.showErrors(signInIncomplete, Object.fromEntries(missing.map(field => [field, fieldMissing])))
    const answer = await loadSignInGateway()
      .then(({ requestAdminSignIn }) => requestAdminSignIn(body))
      .catch((error: unknown) => {
        $alert.set({ sentence: errorMessage(error, text.invalidCredentials), isWelcome: false })
        toastIfOffline()
        return null
      })
    if (!answer) return
    saveSession(answer.access_token, 'admin')
    $alert.set({ sentence: text.welcome, isWelcome: true })
  })
}

/** Read: on to the dashboard after a welcome, back to the form otherwise. */
export function closeAlert(): void {
  const alert = $alert.get()
  $alert.set(null)
  if (alert?.isWelcome) goTo(PATHS.admin)
}
