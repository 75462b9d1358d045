import { atom } from 'nanostores'
import * as page from '#client/device/page.ts'
import { call } from '#client/http/api.ts'
import * as contract from '#contract/catalogue/catalogue.ts'
import type { Profile } from '#contract/riders/profile.ts'
import { rideEndOf } from '#domain/bookings/rides.ts'
import { type StartingPrices, startingPrices } from '#domain/catalogue/pricing.ts'
import type { BookingBlock } from '#domain/riders/licence.ts'
import type { Clock, Day } from '#domain/time/india-time.ts'
import * as commonText from '#messages/common.ts'
import * as homeText from '#messages/home.ts'
import { RIDE_CHANGED_EVENT } from '#stores/app/send-pending.ts'
import { toast } from '#stores/app/toasts.ts'
import { currentTime, whenDayChanges } from '#stores/kit/current-time.ts'
import { isLoaded, type Loadable, latestOnly, logFailure } from '#stores/kit/requests.ts'
import { hasFreshData, type SsrEntries, ssrEntry, stopAll } from '#stores/kit/ssr-values.ts'
import { cachedProfile, fetchProfile } from '#stores/profile/profile.ts'
import { sessionOnPages, whenMountedSignedIn } from '#stores/session/page-guard.ts'
import { $session } from '#stores/session/session.ts'

/** The rider's property as the banner shows it. */
export type HomeProperty = contract.ClosedProperty & {
  /** True for a deleted property, which the rider can only leave. */
  isClosed?: true
}

/** The data of a page that was rendered on the server with its data. */
export interface InitialHomeData {
  /** Render time, an ISO instant. */
  now: string
  property: HomeProperty | null
  prices: StartingPrices | null
  scooters: readonly contract.Scooter[] | 'no_property'
}

/** Null until loaded; a failed reload keeps the previous value. */
export const $property = atom<HomeProperty | null>(null)

export const $scooters = atom<Loadable<readonly contract.Scooter[] | 'no_property'>>('loading')

export function scooterList(scooters: ReturnType<typeof $scooters.get>): readonly contract.Scooter[] | null {
  return isLoaded(scooters) && scooters !== 'no_property' ? scooters : null
}

/** Null until plans and rates have loaded or failed; a failed reload keeps the previous value. */
export const $prices = atom<StartingPrices | null>(null)

export function homeSsrEntries({ prices, property, scooters }: InitialHomeData): SsrEntries {
  return [ssrEntry($property, property), ssrEntry($prices, prices), ssrEntry($scooters, scooters)]
}

/** Why the rider may book none of the property's scooters. Null if one can be booked, or if the reasons differ. */
export function commonBlock(scooters: readonly Pick<contract.Scooter, 'booking_block'>[]): BookingBlock | null {
  const block = scooters[0]?.booking_block ?? null
  return scooters.every(({ booking_block = null }) => booking_block === block) ? block : null
}

export const isAvailable = ({ status }: contract.Scooter): boolean => status === 'Available'

/** Beside the status: that it is ready, whose ride it has, and until when. */
export function captionOf(scooter: contract.Scooter, now: Date): string | null {
  if (isAvailable(scooter)) return homeText.readyToRide
  if (scooter.is_late && scooter.is_yours) return homeText.yourRideNotReturned
  const until = rideEndOf(scooter, now)
  if (until) return commonText.joinFacts(scooter.is_yours && homeText.yourRide, commonText.bookedUntil(until, now))
  return scooter.is_late ? homeText.notBack : null
}

export const countAvailable = (scooters: readonly contract.Scooter[]): number => scooters.filter(isAvailable).length

/** The scooters that can be booked, then the others, each in their order. */
export function sortAvailableFirst(scooters: readonly contract.Scooter[]): contract.Scooter[] {
  return [...scooters].sort((one, other) => Number(isAvailable(other)) - Number(isAvailable(one)))
}

const beginRequest = latestOnly()
/** Tracks the latest property request: for the cached profile's property, or for the loaded profile's. */
const beginPropertyRequest = latestOnly()

export async function loadHome(): Promise<void> {
  const isLatest = beginRequest()
  beginPropertyRequest()
  const hasScooters = isLoaded($scooters.get())
  if (!hasScooters) $scooters.set('loading')
  const properties = logFailure(call(contract.listProperties))
  const profileRequest = fetchProfile()
  // Data on screen is newer than the cached profile, so ignore the cache then.
  const cachedPropertyId = hasScooters ? null : cachedProfile()?.property_id
  const cachedRequest = cachedPropertyId ? showProperty(cachedPropertyId, properties, profileRequest) : null
  const profile = await profileRequest
  // A rejected token has ended the session, and the redirect to sign-in is under way.
  if ($session.get() === null || !isLatest()) return
  if (profile === null) return cachedRequest ?? (hasScooters ? undefined : $scooters.set('failed'))
  const { property_id } = profile
  if (cachedRequest && property_id === cachedPropertyId) return cachedRequest
  if (property_id) return showProperty(property_id, properties, profileRequest)
  clearProperty()
  $scooters.set('no_property')
}

/** Clears the data of a property that the rider no longer stays at. */
function clearProperty(): void {
  beginPropertyRequest()
  $property.set(null)
  $prices.set(null)
  $scooters.set('loading')
}

/** Undefined before the first load, also on a page that was rendered with its data. */
let shownPropertyId: string | undefined

type Pending<Value> = Promise<Value | null>

async function showProperty(
  propertyId: string,
  properties: Pending<readonly contract.Property[]>,
  profile: Pending<Profile>
): Promise<void> {
  if (shownPropertyId && shownPropertyId !== propertyId) clearProperty()
  shownPropertyId = propertyId
  const isLatest = beginPropertyRequest()
  const propertyRequest = findProperty(propertyId, properties, profile)
  void propertyRequest.then(property => property && isLatest() && $property.set(property))
  const scootersShown = loadScooters(propertyId, profile, isLatest)
  void loadPrices(propertyId, scootersShown, isLatest)
  await scootersShown
  if ((await propertyRequest) === null && isLatest()) $property.set(propertyFromScooters($scooters.get()))
}

/** Finds a property in the list. A deleted one is not listed; its data comes from the profile. */
async function findProperty(
  propertyId: string,
  properties: Pending<readonly contract.Property[]>,
  profile: Pending<Profile>
): Promise<HomeProperty | null> {
  const listed = (await properties)?.find(({ id }) => id === propertyId)
  if (listed) return listed
  const profileData = await profile
  if (!profileData?.closed_property || profileData.property_id !== propertyId) return null
  return { ...profileData.closed_property, isClosed: true }
}

async function loadScooters(propertyId: string, profile: Pending<Profile>, isLatest: () => boolean): Promise<void> {
  const scooters = await logFailure(call(contract.listPropertyScooters, { params: { property_id: propertyId } }))
  // The request may be for an outdated property. Wait for the profile, which cancels it, before showing an error.
  if (scooters === null) await profile
  if ($session.get() === null || !isLatest()) return
  if (scooters) return $scooters.set(scooters)
  toast('error', homeText.loadFailed)
  // Keep the scooters that are already on screen.
  if (scooterList($scooters.get()) === null) $scooters.set('failed')
}

/** A scooter has the opening of the property, which decides the day of the prices. */
async function loadPrices(propertyId: string, scootersShown: Promise<void>, isLatest: () => boolean): Promise<void> {
  const params = { property_id: propertyId }
  const [rates, plans] = await Promise.all([
    logFailure(call(contract.getPropertyPricing, { params })),
    logFailure(call(contract.listPropertyPlans, { params, query: {} })),
    scootersShown
  ])
  // A failed reload keeps the prices on screen. Without them, the defaults are shown.
  if (!isLatest() || ($prices.get() && !(rates && plans))) return
  $prices.set(startingPrices(plans?.pricing_plans ?? [], rates, currentTime(), scooterList($scooters.get())?.[0]))
}

/** Takes the property's name from a scooter, in case the list of properties failed to load. */
function propertyFromScooters(scooters: ReturnType<typeof $scooters.get>): HomeProperty | null {
  const first = scooterList(scooters)?.[0]
  if (!first?.property_name) return $property.get()
  return { image_url: null, location: first.property_location ?? '', name: first.property_name }
}

/** A time is being chosen, and the scooters are shown for it (when.ts). */
export const $isWhenOpen = atom(false)
/** How many are free at the chosen time; null before it is known. */
export const $freeCount = atom<number | null>(null)

export const toggleWhen = (): void => $isWhenOpen.set(!$isWhenOpen.get())

/** What Back and a reload find again. */
interface Choice {
  day: Day
  hours: number | null
  slot: Clock | null
}

/** For this session only. */
export function keepChoice(choice: Choice | null): void {
  page.keepInHistory(choice && { choice, session: sessionOnPages() })
}

export function keptChoice(): Choice | null {
  const kept = page.keptInHistory() as { choice: Choice; session: string | undefined } | null
  return kept?.session === sessionOnPages() ? (kept?.choice ?? null) : null
}

export const requestLongTerm = (): void => toast('info', homeText.longTermSoon)

whenMountedSignedIn($scooters, () => {
  if (!hasFreshData()) void loadHome()
  $isWhenOpen.set(keptChoice() !== null)
  const reload = () => void loadHome()
  addEventListener(RIDE_CHANGED_EVENT, reload)
  return stopAll([
    () => removeEventListener(RIDE_CHANGED_EVENT, reload),
    page.whenVisibleAgain(reload),
    whenDayChanges(reload)
  ])
})
