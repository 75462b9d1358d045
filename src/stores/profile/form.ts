import { atom, map } from 'nanostores'
import { askBeforeLeaving, goTo, whenVisibleAgain } from '#client/device/browser.ts'
import { call } from '#client/http/api.ts'
import { type ClosedProperty, listProperties, type Property } from '#contract/catalogue/properties.public.ts'
import { type Profile, updateProfile } from '#contract/riders/update-profile.ts'
import { PROPERTY_CHANGE_REDIRECT_MS } from '#domain/constants.ts'
import { PATHS } from '#domain/routes.ts'
import * as text from '#messages/profile.ts'
import { toast, toastAfterNavigation } from '#stores/app/toasts.ts'
import { quietly, whileBusy } from '#stores/kit/busy.ts'
import { formErrors } from '#stores/kit/form-errors.ts'
import { questions } from '#stores/kit/latest-only.ts'
import { cameFresh, computed, type Entries, holds } from '#stores/kit/ssr-values.ts'
import { misfits } from '#stores/kit/validation-issues.ts'
import { $session, whenSignedIn } from '#stores/session/session.ts'
import { askProfile, keepProfile } from './profile.ts'

const FIELDS = ['name', 'email', 'phone', 'date_of_birth', 'property_id'] as const
const DAY_LENGTH = 'yyyy-MM-dd'.length
const CONFLICT = 409

export type ProfileField = (typeof FIELDS)[number]
type Fields = Record<ProfileField, string>

/** What the server last told, as the form would hold it; no property is ''. */
export const $saved = atom<Fields | 'failed' | 'loading'>('loading')
export const $fields = map<Fields>({ name: '', email: '', phone: '', date_of_birth: '', property_id: '' })
export const $properties = atom<readonly Property[] | 'failed' | 'loading'>('loading')

/** The saved property where it was deleted. */
export const $closedProperty = atom<ClosedProperty | null>(null)

/** What the page comes with where it was drawn with its data. */
export interface ProfileStart {
  /** When it was drawn, an instant in ISO. */
  now: string
  profile: Profile
  properties: readonly Property[]
}

export function profileEntries({ profile, properties }: ProfileStart): Entries {
  const saved = fieldsOf(profile)
  return [
    holds($saved, saved),
    holds($fields, saved),
    holds($closedProperty, profile.closed_property),
    holds($properties, properties)
  ]
}

export const { $errors, $refusal, $refusals, clearError, clearErrors, errorsByName, refuse, refusedWith } =
  formErrors<ProfileField>({ placeOf: name => FIELDS.find(field => field === name) })
export const $saving = atom(false)
/** Saved with another property: the scooters there come next. */
export const $leaving = atom(false)

const $changed = computed([$saved, $fields], (saved, fields) => changedSince(saved, fields).length > 0)
export const $moving = computed([$saved, $fields], (saved, fields) =>
  changedSince(saved, fields).includes('property_id')
)

function changedSince(saved: Fields | 'failed' | 'loading', fields: Fields): ProfileField[] {
  return typeof saved === 'string' ? [] : FIELDS.filter(field => fields[field] !== saved[field])
}

let departure: ReturnType<typeof setTimeout> | undefined

function load(): void {
  void loadProfile()
  void loadProperties()
}

whenSignedIn($saved, () => {
  if (!cameFresh()) load()
  const stops = [
    askBeforeLeaving(() => $changed.get() && $session.get() !== null),
    whenVisibleAgain(() => {
      $leaving.set(false)
      load()
    })
  ]
  return () => {
    clearTimeout(departure)
    for (const stop of stops) stop()
  }
})

/** Loads, or asks again behind a form that is there already: another tab may have saved meanwhile. */
export async function loadProfile(): Promise<void> {
  if ($saved.get() === 'failed') $saved.set('loading')
  const before = $saved.get()
  const answer = await askProfile()
  // A refused token has ended the session, and the visitor is on his way to the sign-in.
  if ($session.get() === null) return
  const overtaken = $saving.get() || $saved.get() !== before
  if (answer && !overtaken) take(answer, typeof before === 'string' ? $fields.get() : before)
  else if (!overtaken && before === 'loading') $saved.set('failed')
}

const propertiesAsked = questions()

export async function loadProperties(): Promise<void> {
  const isLatest = propertiesAsked()
  const isShown = Array.isArray($properties.get())
  if (!isShown) $properties.set('loading')
  const properties = await quietly(call(listProperties))
  if (isLatest() && (properties || !isShown)) $properties.set(properties ?? 'failed')
}

/** Shows what the server told; a field that no longer holds what it held `before` keeps what was typed meanwhile. */
function take(answer: Profile, before: Fields): void {
  const saved = fieldsOf(answer)
  const typed = $fields.get()
  $saved.set(saved)
  $closedProperty.set(answer.closed_property)
  $fields.set(eachField(field => (typed[field] === before[field] ? saved : typed)[field]))
}

/** Some backends tell a day with a time of day, which a date field would not show. */
function fieldsOf({ date_of_birth, email, name, phone, property_id }: Profile): Fields {
  return { date_of_birth: date_of_birth.slice(0, DAY_LENGTH), email, name, phone, property_id: property_id ?? '' }
}

export function typeInto(field: ProfileField, value: string): void {
  $fields.setKey(field, value)
  clearError(field)
}

export function saveProfile(): Promise<void> {
  return whileBusy($saving, text.saveFailed, async () => {
    const saved = $saved.get()
    if (typeof saved === 'string' || $leaving.get()) return
    clearErrors()
    const typed = $fields.get()
    const body = eachField(field => typed[field].trim())
    const errors = errorsByName(misfits(updateProfile.body, body))
    const [first] = FIELDS.flatMap(field => errors[field] ?? [])
    if (first !== undefined) return refuse(first, errors)
    const answer = await call(updateProfile, { body }).catch(refusedWith(text.saveFailed, { [CONFLICT]: 'email' }))
    if (!answer) return
    keepProfile(answer)
    take(answer, typed)
    toast('success', text.saved)
    if (body.property_id !== saved.property_id) leaveSoon()
  })
}

function eachField(read: (field: ProfileField) => string): Fields {
  return Object.fromEntries(FIELDS.map(field => [field, read(field)])) as Fields
}

/** Back to the scooters, which are others now; the news of the saving goes along, as a second is short to read it. */
function leaveSoon(): void {
  $leaving.set(true)
  departure = setTimeout(() => {
    // Whoever types on in that second stays with what was typed; whoever has signed out is leaving already.
    if ($changed.get() || $session.get() === null) return $leaving.set(false)
    toastAfterNavigation('success', text.saved)
    goTo(PATHS.home)
  }, PROPERTY_CHANGE_REDIRECT_MS)
}
