import { atom } from 'nanostores'
import { whenVisibleAgain } from '#client/device/browser.ts'
import { call } from '#client/http/api.ts'
import { getPropertyPricing } from '#contract/catalogue/pricing.public.ts'
import { listPropertyPlans } from '#contract/catalogue/pricing-plans.public.ts'
import { type ClosedProperty, listProperties, type Property } from '#contract/catalogue/properties.public.ts'
import { listPropertyScooters, type Scooter } from '#contract/catalogue/scooters.public.ts'
import type { Profile } from '#contract/riders/profile.ts'
import { startingRate } from '#domain/pricing.ts'
import * as text from '#messages/home.ts'
import { toast } from '#stores/app/toasts.ts'
import { quietly } from '#stores/kit/busy.ts'
import { questions } from '#stores/kit/latest-only.ts'
import { cameFresh, type Entries, holds } from '#stores/kit/ssr-values.ts'
import { askProfile, knownProfile } from '#stores/profile/profile.ts'
import { $session, whenSignedIn } from '#stores/session/session.ts'

/** What the banner shows of the rider's property. */
export type Place = ClosedProperty & {
  /** It was deleted: riders can only leave it. */
  is_closed?: true
}

/** What the page comes with where it was drawn with its data. */
export interface HomeStart {
  /** When it was drawn, an instant in ISO. */
  now: string
  place: Place | null
  rate: number | null
  scooters: readonly Scooter[] | 'no property'
}

/** Null until it is known; a failed reload leaves it standing. */
export const $property = atom<Place | null>(null)

export const $scooters = atom<readonly Scooter[] | 'failed' | 'loading' | 'no property'>('loading')

/** Rupees an hour; null until plans and rates have answered or failed. */
export const $startingRate = atom<number | null>(null)

export function homeEntries({ place, rate, scooters }: HomeStart): Entries {
  return [holds($property, place), holds($startingRate, rate), holds($scooters, scooters)]
}

export function isAvailable({ status }: Scooter): boolean {
  return status === 'Available'
}

const asked = questions()
/** Whose scooters are shown, and were asked for last: those of what the last visit knew, or of what the profile tells. */
const placed = questions()

export async function loadHome(): Promise<void> {
  const isLatest = asked()
  placed()
  const isShown = $scooters.get() !== 'failed' && $scooters.get() !== 'loading'
  if (!isShown) $scooters.set('loading')
  const properties = quietly(call(listProperties))
  const profile_asked = askProfile()
  // What is on screen is newer than what the last visit knew.
  const known_id = isShown ? null : knownProfile()?.property_id
  const showing = known_id ? showPlace(known_id, properties, profile_asked) : null
  const profile = await profile_asked
  // A refused token has ended the session, and the visitor is on his way to the sign-in.
  if ($session.get() === null || !isLatest()) return
  if (profile === null) return showing ?? (isShown ? undefined : $scooters.set('failed'))
  const { property_id } = profile
  if (showing && property_id === known_id) return showing
  if (showing) clearPlace()
  if (property_id) return showPlace(property_id, properties, profile_asked)
  $property.set(null)
  $scooters.set('no property')
}

/** Nobody lives there any more. */
function clearPlace(): void {
  placed()
  $property.set(null)
  $startingRate.set(null)
  $scooters.set('loading')
}

type Answered<Told> = Promise<Told | null>

async function showPlace(
  property_id: string,
  properties: Answered<readonly Property[]>,
  profile: Answered<Profile>
): Promise<void> {
  const isLatest = placed()
  const place = placeOf(property_id, properties, profile)
  void place.then(found => found && isLatest() && $property.set(found))
  void loadStartingRate(property_id, isLatest)
  await loadScooters(property_id, profile, isLatest)
  if ((await place) === null && isLatest()) $property.set(placeFrom($scooters.get()))
}

/** A property that was deleted is in no list: the profile tells what is kept of it. */
async function placeOf(
  property_id: string,
  properties: Answered<readonly Property[]>,
  profile: Answered<Profile>
): Promise<Place | null> {
  const listed = (await properties)?.find(({ id }) => id === property_id)
  if (listed) return listed
  const told = await profile
  if (!told?.closed_property || told.property_id !== property_id) return null
  return { ...told.closed_property, is_closed: true }
}

async function loadScooters(property_id: string, profile: Answered<Profile>, isLatest: () => boolean): Promise<void> {
  const scooters = await quietly(call(listPropertyScooters, { params: { property_id } }))
  // Of a property that may be given up by now, nothing is said that fails.
  if (scooters === null) await profile
  if ($session.get() === null || !isLatest()) return
  if (scooters) return $scooters.set(scooters)
  toast('error', text.loadFailed)
  // What was drawn a moment ago is worth more than nothing.
  if (!Array.isArray($scooters.get())) $scooters.set('failed')
}

async function loadStartingRate(property_id: string, isLatest: () => boolean): Promise<void> {
  const params = { property_id }
  const [rates, plans] = await Promise.all([
    quietly(call(getPropertyPricing, { params })),
    quietly(call(listPropertyPlans, { params, query: {} }))
  ])
  if (!isLatest()) return
  const active = plans?.pricing_plans.filter(({ is_active }) => is_active) ?? []
  $startingRate.set(startingRate(active, rates))
}

/** Scooters carry their property's name too: the banner can do without the list of properties. */
function placeFrom(scooters: ReturnType<typeof $scooters.get>): Place | null {
  const first = Array.isArray(scooters) ? (scooters[0] as Scooter | undefined) : undefined
  if (!first?.property_name) return $property.get()
  return { image_url: null, location: first.property_location ?? '', name: first.property_name }
}

export function requestLongTerm(): void {
  toast('info', text.longTermSoon)
}

whenSignedIn($scooters, () => {
  if (!cameFresh()) void loadHome()
  return whenVisibleAgain(() => void loadHome())
})
