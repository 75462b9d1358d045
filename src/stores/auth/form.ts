import { atom, map } from 'nanostores'
import { asked, goTo, whenVisibleAgain } from '#client/device/browser.ts'
import { pageAfterSignIn } from '#domain/routes.ts'
import * as text from '#messages/auth.ts'
import { toastAfterNavigation } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/busy.ts'
import { keepSession, repairSession, whenOnScreen, whenSessionChanges } from '#stores/session/session.ts'
import { type AuthErrors, type AuthField, clearError, clearErrors, refuse, refusedWith } from './errors.ts'

export type Fields = Record<AuthField, string>

export const $mode = atom<'sign-in' | 'sign-up'>('sign-in')
/** What was typed, kept while toggling between the two forms. */
export const $fields = map<Fields>({
  name: '',
  email: '',
  phone: '',
  date_of_birth: '',
  property_id: '',
  password: ''
})
/** The other form is on its way. */
export const $toggling = atom(false)
export const $busy = atom(false)
/** The next page is on its way: the form stays busy until it is there. */
export const $leaving = atom(false)

// Somebody already signed in, here or meanwhile in another tab, goes where he belongs.
whenOnScreen($mode, () => {
  repairSession()
  const stops = [
    whenSessionChanges(repairSession),
    whenVisibleAgain(() => {
      $leaving.set(false)
      repairSession()
    })
  ]
  return () => {
    for (const stop of stops) stop()
  }
})

/** The other form. Only who signs up needs that one: `bring` has it come, and where it does not, this one stays. */
export function toggleMode(bring: () => Promise<unknown>): Promise<void> {
  return whileBusy($toggling, text.signUpFailed, async () => {
    if ($mode.get() === 'sign-in') await bring()
    $mode.set($mode.get() === 'sign-in' ? 'sign-up' : 'sign-in')
    clearErrors()
  })
}

const door = () => import('#client/session/rider-sign-in.ts')

export function typeInto(field: AuthField, value: string): void {
  $fields.setKey(field, value)
  clearError(field)
  // What the call needs is there once the typing is done; where it fails to come, the call says so.
  door().catch(() => undefined)
}

/** Takes over what a form holds: a password manager may have filled it without telling. */
export function takeTyped(form: FormData): void {
  for (const field of Object.keys($fields.get()) as AuthField[]) {
    const value = form.get(field)
    if (typeof value === 'string') $fields.setKey(field, value)
  }
}

export function submitSignIn(): Promise<void> {
  return whileBusy($busy, text.loginFailed, async () => {
    clearErrors()
    const { email, password } = trimmed($fields.get())
    const missing = emptyOf({ email, password })
    if (Object.keys(missing).length > 0) return refuse(text.signInIncomplete, missing)
    const answer = await door()
      .then(({ askToSignIn }) => askToSignIn({ email, password }))
      .catch(refusedWith(text.loginFailed, { 401: 'password' }))
    if (answer) enter(answer.access_token, text.welcomeBack)
  })
}

export function enter(access_token: string, welcome: string): void {
  keepSession(access_token, 'user')
  toastAfterNavigation('success', welcome)
  $leaving.set(true)
  goTo(pageAfterSignIn(asked('next')))
}

export function trimmed(fields: Fields): Fields {
  const { email, name, phone } = fields
  return { ...fields, email: email.trim(), name: name.trim(), phone: phone.trim() }
}

export function emptyOf(fields: Partial<Fields>): AuthErrors {
  const empty = Object.entries(fields).filter(([, value]) => value === '')
  return Object.fromEntries(empty.map(([field]) => [field, text.fieldMissing]))
}
