import { atom, map, onMount } from 'nanostores'
import { call } from '#client/api.ts'
import { asked, goTo, whenVisibleAgain } from '#client/browser.ts'
import { signIn, signUp, signUpBody } from '#contract/auth.ts'
import { listProperties, type Property } from '#contract/properties.ts'
import { isOldEnough } from '#domain/age.ts'
import { missingRequirements } from '#domain/password.ts'
import { pageAfterSignIn } from '#domain/routes.ts'
import * as text from '#messages/auth.ts'
import {
  type AuthErrors,
  type AuthField,
  clearError,
  clearErrors,
  errorsByName,
  refuse,
  refusedWith
} from './auth-errors.ts'
import { quietly, whileBusy } from './busy.ts'
import { misfits } from './form-errors.ts'
import { $photo, uploadPhoto } from './licence-photo.ts'
import { questions } from './questions.ts'
import { keepSession, repairSession, whenOnScreen, whenSessionChanges } from './session.ts'
import { toastAfterNavigation } from './toasts.ts'

type Fields = Record<AuthField, string>

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
export const $busy = atom(false)
/** The next page is on its way: the form stays busy until it is there. */
export const $leaving = atom(false)
export const $properties = atom<readonly Property[]>([])
export const $propertiesFailed = atom(false)

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

onMount($properties, () => void loadProperties())

const propertiesAsked = questions()

export async function loadProperties(): Promise<void> {
  const isLatest = propertiesAsked()
  $propertiesFailed.set(false)
  const properties = await quietly(call(listProperties))
  if (!isLatest()) return
  $properties.set(properties ?? [])
  $propertiesFailed.set(properties === null)
}

export function toggleMode(): void {
  $mode.set($mode.get() === 'sign-in' ? 'sign-up' : 'sign-in')
  clearErrors()
}

export function typeInto(field: AuthField, value: string): void {
  $fields.setKey(field, value)
  clearError(field)
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
    const answer = await call(signIn, { body: { email, password } }).catch(
      refusedWith(text.loginFailed, { 401: 'password' })
    )
    if (answer) enter(answer.access_token, text.welcomeBack)
  })
}

/** The sequence of spec §4: fields, age, password, photo, account. */
export function submitSignUp(now = new Date()): Promise<void> {
  return whileBusy($busy, text.signUpFailed, async () => {
    clearErrors()
    const fields = trimmed($fields.get())
    const photo = $photo.get()
    const misfit = misfitOf(fields, photo, now)
    if (misfit) return refuse(misfit.sentence, misfit.errors)
    const license_photo_url = photo && (await uploadPhoto(photo, fields.email))
    if (!license_photo_url) return
    const answer = await call(signUp, { body: { ...fields, license_photo_url } }).catch(
      refusedWith(text.signUpFailed, { 409: 'email' })
    )
    if (answer) enter(answer.access_token, text.accountCreated)
  })
}

/** Why these fields can't be sent, in the order of the spec; then whatever else the contract minds. */
function misfitOf(fields: Fields, photo: File | null, now: Date): { errors: AuthErrors; sentence: string } | null {
  const missing = { ...emptyOf(fields), ...(photo ? {} : { licence_photo: text.photoMissing }) }
  if (Object.keys(missing).length > 0) return { errors: missing, sentence: text.signUpIncomplete }
  if (!isOldEnough(fields.date_of_birth, now)) return misfitAt('date_of_birth', text.tooYoung)
  const lacking = missingRequirements(fields.password)
  if (lacking.length > 0) return misfitAt('password', text.passwordMustContain(lacking))
  const issues = misfits(
    signUpBody(() => now),
    { ...fields, license_photo_url: text.licencePhoto }
  )
  const [first] = issues
  return first ? { errors: errorsByName(issues), sentence: first[1] } : null
}

function misfitAt(field: AuthField, sentence: string) {
  return { errors: { [field]: sentence }, sentence }
}

function enter(access_token: string, welcome: string): void {
  keepSession(access_token, 'user')
  toastAfterNavigation('success', welcome)
  $leaving.set(true)
  goTo(pageAfterSignIn(asked('next')))
}

function trimmed(fields: Fields): Fields {
  const { email, name, phone } = fields
  return { ...fields, email: email.trim(), name: name.trim(), phone: phone.trim() }
}

function emptyOf(fields: Partial<Fields>): AuthErrors {
  const empty = Object.entries(fields).filter(([, value]) => value === '')
  return Object.fromEntries(empty.map(([field]) => [field, text.fieldMissing]))
}
