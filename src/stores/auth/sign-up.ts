import { atom, onMount } from 'nanostores'
import { call } from '#client/http/api.ts'
import { signUp, signUpBody } from '#contract/auth/sign-in.ts'
import { listProperties, type Property } from '#contract/catalogue/properties.public.ts'
import { isOldEnough } from '#domain/age.ts'
import { missingRequirements } from '#domain/password.ts'
import * as text from '#messages/auth.ts'
import { quietly, whileBusy } from '#stores/kit/busy.ts'
import { questions } from '#stores/kit/latest-only.ts'
import { misfits } from '#stores/kit/validation-issues.ts'
import { type AuthErrors, type AuthField, clearErrors, errorsByName, refuse, refusedWith } from './errors.ts'
import { $busy, $fields, emptyOf, enter, type Fields, trimmed } from './form.ts'
import { $photo, uploadPhoto } from './licence-photo.ts'

// What only a new account needs: it comes when its form is chosen.

export const $properties = atom<readonly Property[]>([])
export const $propertiesFailed = atom(false)

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
