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
import { nullOnError } from '#stores/kit/busy.ts'
import { latestOnly } from '#stores/kit/latest-only.ts'
import { hasFreshData, type SsrEntries, ssrEntry } from '#stores/kit/ssr-values.ts'
import { cachedProfile, fetchProfile } from '#stores/profile/profile.ts'
import { $session, whenMountedSignedIn } from '#stores/session/session.ts'

/** What the banner shows of the rider's property. */
export type HomeProperty = ClosedProperty & {
  /** It was deleted: riders can only leave it. */
  is_closed?: true
}

/** What the page comes with where it was drawn with its data. */
export interface InitialHomeData {
  /** When it was drawn, an instant in ISO. */
  now: string
  place: HomeProperty | null
  rate: number | null
  scooters: readonly Scooter[] | 'no property'
}

/** Null until it is known; a failed reload leaves it standing. */
export const $property = atom<HomeProperty | null>(null)

export const $scooters = atom<readonly Scooter[] | 'failed' | 'loading' | 'no property'>('loading')

/** Rupees an hour; null until plans and rates have answered or failed. */
export const $startingRate = atom<number | null>(null)

export function homeSsrEntries({ place, rate, scooters }: InitialHomeData): SsrEntries {
  return [ssrEntry($property, place), ssrEntry($startingRate, rate), ssrEntry($scooters, scooters)]
}

export function isAvailable({ status }: Scooter): boolean {
  return status === 'Available'
}

const beginRequest = latestOnly()
/** Whose scooters are shown, and were asked for last: those of what the last visit knew, or of what the profile tells. */
const beginPropertyRequest = latestOnly()

export async function loadHome(): Promise<void> {
  const isLatest = beginRequest()
  beginPropertyRequest()
  const hasScooters = $scooters.get() !== 'failed' && $scooters.get() !== 'loading'
  if (!hasScooters) $scooters.set('loading')
  const properties = nullOnError(call(listProperties))
  const profileRequest = fetchProfile()
  // What is on screen is newer than what the last visit knew.
  const cachedPropertyId = hasScooters ? null : cachedProfile()?.property_id
  const cachedRequest = cachedPropertyId ? showProperty(cachedPropertyId, properties, profileRequest) : null
  const profile = await profileRequest
  // A refused token has ended the session, and the visitor is on his way to the sign-in.
  if ($session.get() === null || !isLatest()) return
  if (profile === null) return cachedRequest ?? (hasScooters ? undefined : $scooters.set('failed'))
  const { property_id } = profile
  if (cachedRequest && property_id === cachedPropertyId) return cachedRequest
  if (cachedRequest) clearProperty()
  if (property_id) return showProperty(property_id, properties, profileRequest)
  $property.set(null)
  $scooters.set('no property')
}

/** Nobody lives there any more. */
function clearProperty(): void {
  beginPropertyRequest()
  $property.set(null)
  $startingRate.set(null)
  $scooters.set('loading')
}

type Pending<Value> = Promise<Value | null>

async function showProperty(
  property_id: string,
  properties: Pending<readonly Property[]>,
  profile: Pending<Profile>
): Promise<void> {
  const isLatest = beginPropertyRequest()
  const propertyRequest = findProperty(property_id, properties, profile)
  void propertyRequest.then(property => property && isLatest() && $property.set(property))
  void loadStartingRate(property_id, isLatest)
  await loadScooters(property_id, profile, isLatest)
  if ((await propertyRequest) === null && isLatest()) $property.set(propertyFromScooters($scooters.get()))
}

/** A property that was deleted is in no list: the profile tells what is kept of it. */
async function findProperty(
  property_id: string,
  properties: Pending<readonly Property[]>,
  profile: Pending<Profile>
): Promise<HomeProperty | null> {
  const listed = (await properties)?.find(({ id }) => id === property_id)
  if (listed) return listed
  const profileData = await profile
  if (!profileData?.closed_property || profileData.property_id !== property_id) return null
  return { ...profileData.closed_property, is_closed: true }
}

async function loadScooters(property_id: string, profile: Pending<Profile>, isLatest: () => boolean): Promise<void> {
  const scooters = await nullOnError(call(listPropertyScooters, { params: { property_id } }))
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
    nullOnError(call(getPropertyPricing, { params })),
    nullOnError(call(listPropertyPlans, { params, query: {} }))
  ])
  if (!isLatest()) return
  const active = plans?.pricing_plans.filter(({ is_active }) => is_active) ?? []
  $startingRate.set(startingRate(active, rates))
}

/** Scooters carry their property's name too: the banner can do without the list of properties. */
function propertyFromScooters(scooters: ReturnType<typeof $scooters.get>): HomeProperty | null {
  const first = Array.isArray(scooters) ? (scooters[0] as Scooter | undefined) : undefined
  if (!first?.property_name) return $property.get()
  return { image_url: null, location: first.property_location ?? '', name: first.property_name }
}

export function requestLongTerm(): void {
  toast('info', text.longTermSoon)
}

whenMountedSignedIn($scooters, () => {
  if (!hasFreshData()) void loadHome()
  return whenVisibleAgain(() => void loadHome())
})
