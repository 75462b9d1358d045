import { atom } from 'nanostores'
import { urlFragment, whenVisibleAgain } from '#client/device/page.ts'
import { call, validationIssues } from '#client/http/api.ts'
import type { ClosedProperty, Property } from '#contract/catalogue/catalogue.ts'
import { sendConfirmLink } from '#contract/riders/confirm-email.ts'
import { PROFILE_FIELDS, updateProfile } from '#contract/riders/edit-profile.ts'
import type { licenceFields, Profile } from '#contract/riders/profile.ts'
import { HAS_REMINDERS, HAS_RIDER_FILES, KEEPS_OMITTED_FIELDS } from '#domain/backend.ts'
import { PROPERTY_CHANGE_REDIRECT_MS } from '#domain/constants.ts'
import { pick } from '#domain/kit/rows.ts'
import { licenceTerm } from '#domain/riders/licence.ts'
import { LICENCE_CARD_ID, PATHS } from '#domain/routes.ts'
import { dayOf } from '#domain/time/india-time.ts'
import * as confirmEmailText from '#messages/account/confirm-email.ts'
import * as profileText from '#messages/account/profile.ts'
import { keepTyped } from '#stores/app/reload.ts'
import { toast, toastAfterNavigation } from '#stores/app/toasts.ts'
import { changedFields, formErrors, formFields } from '#stores/kit/forms/form.ts'
import {
  $properties,
  joinCodeIssues,
  loadProperties,
  needsJoinCode,
  noteJoinCode,
  RIDER_REFUSALS
} from '#stores/kit/property-list.ts'
import { isLoaded, type Loadable, whileBusy } from '#stores/kit/requests.ts'
import { computed, hasFreshData, type SsrEntries, ssrEntry, stopAll, whenMounted } from '#stores/kit/ssr-values.ts'
import { confirmUnsaved, whenMountedSignedIn } from '#stores/session/page-guard.ts'
import { $session } from '#stores/session/session.ts'
import { cacheProfile, fetchProfile, requestProfile } from './profile.ts'

// What the rider's profile says of the driving licence.

type Licence = Pick<Profile, keyof typeof licenceFields>

/** Null until the profile has loaded. */
export const $licence = atom<Licence | null>(null)

/** Of the saved email. Null: not loaded, or no mail service. */
export const $isEmailConfirmed = atom<boolean | null>(null)

/** True once the rider has chosen to send another photo. */
export const $isReplacingLicence = atom(false)

export const startReplacing = (): void => $isReplacingLicence.set(true)

// A rider whose licence ends before a ride comes from there, long before its end.
whenMounted($isReplacingLicence, () => {
  if (urlFragment() === LICENCE_CARD_ID) startReplacing()
  return undefined
})

/**
 * The sentences of the card, and whether another photo can be sent. Null where there is nothing to say: licences are
 * not reviewed, or the photo is from before they were.
 */
export function licenceCard(licence: Licence | null, isReplacing: boolean, now: Date) {
  if (!licence || !HAS_RIDER_FILES) return null
  const { is_license_waiting, license_expires_on: lastDay, license_reason: reason, license_status: status } = licence
  const isWaiting = is_license_waiting === true
  const term = status === 'approved' && lastDay ? licenceTerm(lastDay, dayOf(now)) : null
  const rejected = status === 'rejected' && reason && !isWaiting ? profileText.REJECTED_BECAUSE[reason] : null
  if (!term && !rejected && !isWaiting) return null
  return {
    approved: lastDay && term && term !== 'ended' ? profileText.approvedUntil(lastDay) : null,
    ended: lastDay && term === 'ended' ? profileText.endedOn(lastDay) : null,
    mayReplace: !isWaiting && (isReplacing || term !== 'valid'),
    rejected,
    waiting: isWaiting ? profileText.licenceWaits : null
  }
}

const DAY_LENGTH = 'yyyy-MM-dd'.length

/** Text fields: those of the profile, and the code of another property. */
const FIELDS = [...PROFILE_FIELDS, 'join_code'] as const
export type ProfileField = (typeof FIELDS)[number]
type ProfileFields = Record<ProfileField, string>

/** The value of a checked box; that of an unchecked one is ''. */
export const REMINDERS_ON = 'on'

/** The last values from the server, as form fields; '' means no property. */
export const $savedProfile = atom<Loadable<ProfileFields>>('loading')

/** The rider's saved property, if it was deleted. */
export const $deletedProperty = atom<ClosedProperty | null>(null)

/** The data of a page that was rendered on the server with its data. */
export interface InitialProfileData {
  /** Render time, an ISO instant. */
  now: string
  profile: Profile
  properties: readonly Property[]
}

export function profileSsrEntries({ profile, properties }: InitialProfileData): SsrEntries {
  const saved = fieldsOf(profile)
  return [
    ssrEntry($savedProfile, saved),
    ssrEntry($fields, saved),
    ssrEntry($deletedProperty, profile.closed_property),
    ssrEntry($licence, profile),
    ssrEntry($isEmailConfirmed, profile.is_email_confirmed ?? null),
    ssrEntry($properties, properties)
  ]
}

export const { $errors, $formError, $errorCount, clearErrors, errorsByField, recheckError, showIssues, toastFailure } =
  formErrors<ProfileField>({ fields: FIELDS })

export const { $fields, setField } = formFields<ProfileField>(
  mapFields(() => ''),
  field => recheckError(field, errorsByField(profileIssues())[field])
)

export const $isSaving = atom(false)
/** True after the property was changed and saved: the redirect to the home page is pending. */
export const $isNavigating = atom(false)

/** A typed join code alone is no change. */
function changesSince(saved: ProfileFields, typed: ProfileFields) {
  const changed = changedFields(typed, saved)
  return PROFILE_FIELDS.filter(field => changed.includes(field))
}

const $changedFields = computed([$savedProfile, $fields], (saved, fields) =>
  isLoaded(saved) ? changesSince(saved, fields) : []
)
export const $isPropertyChanged = computed($changedFields, changed => changed.includes('property_id'))
export const $needsJoinCode = computed(
  [$isPropertyChanged, $properties, $fields],
  (isChanged, properties, { property_id }) => isChanged && needsJoinCode(properties, property_id)
)
const hasChanges = () => $changedFields.get().length > 0

let redirectTimer: ReturnType<typeof setTimeout> | undefined
/** When the pending redirect is due, in ms. */
let redirectAt = 0

function load(): void {
  void loadProfile()
  void loadProperties()
}

whenMountedSignedIn($savedProfile, () => {
  if (!hasFreshData()) load()
  return stopAll([
    () => clearTimeout(redirectTimer),
    confirmUnsaved(hasChanges),
    keepTyped('profile', $fields),
    whenVisibleAgain(() => {
      if (Date.now() >= redirectAt) cancelRedirect()
      load()
    })
  ])
})

/** Loads the profile, or refreshes it in the background: another tab may have saved changes. */
export async function loadProfile(): Promise<void> {
  if ($savedProfile.get() === 'failed') $savedProfile.set('loading')
  const before = $savedProfile.get()
  const response = await fetchProfile()
  // A rejected token has ended the session, and the redirect to sign-in is under way.
  if ($session.get() === null) return
  const isStale = $isSaving.get() || $savedProfile.get() !== before
  if (response && !isStale) applyProfile(response, isLoaded(before) ? before : $fields.get())
  else if (!isStale && before === 'loading') $savedProfile.set('failed')
}

/** Applies the server's values. A field that differs from `before` keeps what was typed meanwhile. */
function applyProfile(response: Profile, before: ProfileFields): void {
  const saved = fieldsOf(response)
  const typed = $fields.get()
  $savedProfile.set(saved)
  $deletedProperty.set(response.closed_property)
  $licence.set(response)
  $isEmailConfirmed.set(response.is_email_confirmed ?? null)
  $fields.set(mapFields(field => (typed[field] === before[field] ? saved : typed)[field]))
}

/** Applies the answer to a change. */
export function applySaved(response: Profile, before: ProfileFields): void {
  cacheProfile(response)
  applyProfile(response, before)
}

/** Some backends return the date of birth with a time, which a date field does not accept. */
function fieldsOf({ date_of_birth, property_id, reminders, ...profile }: Profile): ProfileFields {
  return {
    ...pick(profile, 'email', 'name', 'phone'),
    date_of_birth: date_of_birth.slice(0, DAY_LENGTH),
    join_code: '',
    property_id: property_id ?? '',
    reminders: reminders ? REMINDERS_ON : ''
  }
}

/** What is wrong with the typed values. */
const profileIssues = () => [
  ...validationIssues(updateProfile.body, typedProfile()),
  ...joinCodeIssues($needsJoinCode.get(), $fields.get().join_code)
]

function typedProfile() {
  const typed = $fields.get()
  const body = mapFields(field => typed[field].trim())
  // Another backend sends no messages.
  return {
    ...body,
    join_code: body.join_code || undefined,
    reminders: HAS_REMINDERS ? body.reminders === REMINDERS_ON : undefined
  }
}

/**
 * Saves only what the rider has changed: the page may be older than a change on another device. An external backend
 * takes all fields, so the others are read again.
 */
async function sendChanges(changed: (typeof PROFILE_FIELDS)[number][]): Promise<Profile> {
  const body = typedProfile()
  if (KEEPS_OMITTED_FIELDS) return call(updateProfile, { body: { ...body, changed_fields: changed } })
  const { join_code: _code, reminders: _, ...present } = fieldsOf(await requestProfile())
  return call(updateProfile, { body: { ...present, ...pick(body, ...changed) } })
}

export function saveProfile(): Promise<void> {
  return whileBusy($isSaving, profileText.saveFailed, async () => {
    const saved = $savedProfile.get()
    if (!isLoaded(saved) || $isNavigating.get()) return
    clearErrors()
    const typed = $fields.get()
    if (showIssues(profileIssues())) return
    const changed = changesSince(saved, typed)
    const response = await toastFailure(sendChanges(changed), profileText.saveFailed, RIDER_REFUSALS)
    if ($errors.get().join_code) noteJoinCode(typed.property_id)
    if (!response) return
    applySaved(response, typed)
    toast('success', profileText.saved)
    if (changed.includes('property_id')) redirectSoon()
  })
}

function mapFields(read: (field: ProfileField) => string): ProfileFields {
  return Object.fromEntries(FIELDS.map(field => [field, read(field)])) as ProfileFields
}

/**
 * Redirects to the home page of the new property. The success toast is shown there again, because one second is too
 * short.
 */
function redirectSoon(): void {
  $isNavigating.set(true)
  redirectAt = Date.now() + PROPERTY_CHANGE_REDIRECT_MS
  redirectTimer = setTimeout(() => {
    // Stay if the rider has typed again meanwhile, or if a sign-out already navigates away.
    if (hasChanges() || $session.get() === null) return $isNavigating.set(false)
    toastAfterNavigation('success', profileText.saved)
    location.assign(PATHS.home)
  }, PROPERTY_CHANGE_REDIRECT_MS)
}

/** The back/forward cache stops timers, so a restored page can have an overdue redirect. */
function cancelRedirect(): void {
  clearTimeout(redirectTimer)
  $isNavigating.set(false)
}

// A link that confirms the saved email.

export const $isSendingLink = atom(false)

export function sendLink(): Promise<void> {
  return whileBusy($isSendingLink, confirmEmailText.sendFailed, async () => {
    const { message } = await call(sendConfirmLink, { body: {} })
    toast('success', message)
    // It may have been confirmed on another device.
    return loadProfile
  })
}
