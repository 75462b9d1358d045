import { atom } from 'nanostores'
import { currentPath, goBack, replaceWith } from '#client/device/navigation.ts'
import { call } from '#client/http/api.ts'
import { getPropertyPricing, type Plan } from '#contract/catalogue/pricing.ts'
import { listProperties, type Property } from '#contract/catalogue/properties.ts'
import { listPropertyScooters, type Scooter } from '#contract/catalogue/scooters.ts'
import type { Profile } from '#contract/riders/profile.ts'
import type { Rates } from '#domain/catalogue/pricing.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import { PATHS, scooterIdOf } from '#domain/routes.ts'

import type { Clock, Day } from '#domain/time/india-time.ts'
import { supportRequest } from '#messages/app-shell.ts'
import * as text from '#messages/booking/booking.ts'
import { $supportChat, supportChatUrl } from '#stores/app/support.ts'
import { toastAfterNavigation } from '#stores/app/toasts.ts'
import { nullOnError } from '#stores/kit/errors.ts'
import { latestOnly } from '#stores/kit/loadable.ts'
import { hasFreshData, type SsrEntries, ssrEntry } from '#stores/kit/ssr-values.ts'
import { stopAll } from '#stores/kit/when-mounted.ts'
import { cachedProfile, fetchProfile } from '#stores/profile/profile.ts'
import { whenMountedSignedIn } from '#stores/session/page-guard.ts'
import { $session } from '#stores/session/session.ts'
import { availabilityLoaded, availabilitySsrEntries, syncAvailability } from './availability.ts'
import { $rates, $ratesFailed, clearPlans, loadedPlansDay, offersSsrEntries, plansLoaded, syncPlans } from './offers.ts'
import { applyTimeFromUrl, preselectRide } from './prefill.ts'
import { $limits, applyLimits, startClockCheck, timesSsrEntries } from './times.ts'

interface BookingPage {
  profile: Profile
  property_name: string | null
  scooter: Scooter
}

/** The page's data; null until all of it has loaded. */
export const $bookingPage = atom<BookingPage | null>(null)

/** The data of a page that was rendered on the server, for the date and the start that it preselects. */
export interface InitialBookingData {
  busy: Parameters<typeof availabilitySsrEntries>[0]
  day: Day
  /** Render time, an ISO instant. */
  now: string
  plans: readonly Plan[]
  profile: Profile
  rates: Rates
  scooter: Scooter
  /** Null if the scooter is not free on any of the next days. */
  slot: Clock | null
}

export function bookingSsrEntries(data: InitialBookingData): SsrEntries {
  const { busy, day, now, plans, profile, rates, scooter, slot } = data
  return [
    ...timesSsrEntries(new Date(now), day, slot),
    ...offersSsrEntries(day, plans, rates),
    ...availabilitySsrEntries(busy),
    ssrEntry($limits, scooter),
    ssrEntry($bookingPage, { profile, property_name: scooter.property_name ?? null, scooter })
  ]
}

whenMountedSignedIn($bookingPage, () => {
  const stops = [startClockCheck()]
  applyTimeFromUrl()
  const rendered = hasFreshData() ? $bookingPage.get() : null
  const loadedDay = rendered && loadedPlansDay()
  stops.push(syncAvailability(scooterIdOf(currentPath()), loadedDay), () => stopPlanSync())
  if (rendered?.profile.property_id) stopPlanSync = syncPlans(rendered.profile.property_id, loadedDay)
  else void loadBookingPage()
  return stopAll(stops)
})

interface PropertyResult {
  property_name: string | null
  rates: Rates | null
  /** Null if the scooters failed to load. */
  scooter: Scooter | 'not_found' | null
}

let stopPlanSync: () => void = () => undefined

/** Loads everything that the booking page needs of a property. */
async function loadProperty(
  propertyId: string,
  isLatest: () => boolean,
  propertiesRequest: Promise<readonly Property[] | null>
): Promise<PropertyResult> {
  const params = { property_id: propertyId }
  stopPlanSync()
  stopPlanSync = syncPlans(propertyId, null)
  const [scooters, rates, properties] = await Promise.all([
    nullOnError(call(listPropertyScooters, { params })),
    nullOnError(call(getPropertyPricing, { params })),
    propertiesRequest,
    plansLoaded(),
    availabilityLoaded()
  ])
  const scooterId = scooterIdOf(currentPath())
  const scooter = scooters?.find(({ id }) => id === scooterId)
  if (scooter && isLatest()) applyLimits(scooter)
  if ($bookingPage.get() === null) await preselectRide()
  const propertyName = properties?.find(({ id }) => id === propertyId)?.name ?? null
  return { property_name: propertyName, rates, scooter: scooters && (scooter ?? 'not_found') }
}

const beginRequest = latestOnly()

/** Loads the page's data. Data that is already on screen refreshes in the background. */
export async function loadBookingPage(): Promise<void> {
  const isLatest = beginRequest()
  const current = $bookingPage.get()
  const profileRequest = fetchProfile()
  const initialProfile = current?.profile ?? cachedProfile()
  const propertiesRequest = current ? Promise.resolve(null) : nullOnError(call(listProperties))
  const propertyRequest = initialProfile?.property_id
    ? loadProperty(initialProfile.property_id, isLatest, propertiesRequest)
    : null
  let isProfileLoaded = false
  if (initialProfile && !current)
    void propertyRequest?.then(found => isProfileLoaded || !isLatest() || showPage(initialProfile, found))
  const profile = (await profileRequest) ?? initialProfile
  isProfileLoaded = true
  if (!isLatest()) return
  if (!profile?.property_id) return redirectHome(text.profileNotLoaded)
  const hasMoved = profile.property_id !== initialProfile?.property_id
  if (hasMoved) clearProperty()
  const result = await (hasMoved || !propertyRequest
    ? loadProperty(profile.property_id, isLatest, propertiesRequest)
    : propertyRequest)
  if (!isLatest()) return
  // If the network fails, keep the data that is on screen.
  if (current && !hasMoved && !(result.scooter && result.rates)) return
  if (result.scooter === null) return redirectHome(text.scooterLoadFailed)
  if (result.scooter === 'not_found') return redirectHome(text.scooterNotFound)
  showPage(profile, result)
}

/** Data of the previous property must not be bookable here. */
function clearProperty(): void {
  clearPlans()
  $bookingPage.set(null)
}

function showPage(profile: Profile, { property_name, rates, scooter }: PropertyResult): void {
  if (scooter === null || scooter === 'not_found') return
  $rates.set(rates ?? DEFAULT_RATES)
  $ratesFailed.set(rates === null)
  $supportChat.set(supportChatUrl(supportRequest(scooter.name), scooter.support_phone))
  $bookingPage.set({ profile, property_name: property_name ?? scooter.property_name ?? null, scooter })
}

/** Nothing can be booked here: redirects to the home page and shows the reason there. */
function redirectHome(sentence: string): void {
  // If the session has ended, its message is already shown and the redirect to sign-in is under way.
  if ($session.get() === null) return
  toastAfterNavigation('error', sentence)
  replaceWith(PATHS.home)
}

export function goBackHome(): void {
  goBack(PATHS.home)
}
