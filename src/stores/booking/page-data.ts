import { atom } from 'nanostores'
import { goBack, queryParam, replaceUrl } from '#client/device/page.ts'
import { call } from '#client/http/api.ts'
import { getPropertyPricing, listPropertyScooters, type Plan, type Scooter } from '#contract/catalogue/catalogue.ts'
import type { Profile } from '#contract/riders/profile.ts'
import { HAS_FLEET_RECORDS } from '#domain/backend.ts'
import { defaultStart } from '#domain/bookings/availability.ts'
import { freeUntil } from '#domain/bookings/cancellation.ts'
import { pauseEnd } from '#domain/bookings/opening.ts'
import { bookAgainPath, type RideParam } from '#domain/bookings/rides.ts'
import { slotsFor } from '#domain/bookings/start-times.ts'
import type { Rates } from '#domain/catalogue/pricing.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import type { BookingBlock } from '#domain/riders/licence.ts'
import { ELSEWHERE_PARAM, PATHS, scooterIdOf } from '#domain/routes.ts'
import { type Clock, type Day, isDay } from '#domain/time/india-time.ts'
import { timeOrWeekdayText } from '#domain/time/time-texts.ts'
import * as appShellText from '#messages/app-shell.ts'
import * as bookingText from '#messages/booking/booking.ts'
import type { BookingObstacle } from '#stores/app/obstacle-link.ts'
import { whenReloading } from '#stores/app/reload.ts'
import { $supportChat, supportChatUrl } from '#stores/app/support.ts'
import { toastAfterNavigation } from '#stores/app/toasts.ts'
import { latestOnly, logFailure } from '#stores/kit/requests.ts'
import { computed, hasFreshData, type SsrEntries, ssrEntry, stopAll } from '#stores/kit/ssr-values.ts'
import { cachedProfile, fetchProfile } from '#stores/profile/profile.ts'
import { whenMountedSignedIn } from '#stores/session/page-guard.ts'
import { $session } from '#stores/session/session.ts'
import * as availability from './availability.ts'
import * as offers from './offers.ts'
import * as times from './times.ts'

/** The page's data; null until all of it has loaded. */
export const $bookingPage = atom<{ profile: Profile; scooter: Scooter } | null>(null)

/** What the server has answered to the order of a ride that ends then. */
const $orderBlock = atom<{ block: BookingBlock | null; end: Date } | null>(null)
export const keepOrderBlock = (block: BookingBlock | null, end: Date): void => $orderBlock.set({ block, end })

/** Why the rider may not book the selected ride. A licence that ends before one ride may last for an earlier one. */
export const $bookingBlock = computed([$bookingPage, $orderBlock, offers.$ride], (page, answer, ride) => {
  const isEarlier = answer?.block === 'license_expired' && ride !== null && ride.end < answer.end
  return answer && !isEarlier ? answer.block : (page?.scooter.booking_block ?? null)
})

/** Why no ride can be booked, which the page says at its top. A pause can be longer than all days that can be booked. */
export const $obstacle = computed(
  [$bookingBlock, times.$limits, times.$now, times.$bookableDays, times.$isDayOpen],
  (block, limits, now, { first }, isDayOpen): BookingObstacle | null =>
    block ?? (pauseEnd(limits, now) && !isDayOpen(first) ? 'property_paused' : null)
)

/** What a cancellation of the selected ride will refund; null if the backend, an external one, does not say. */
export const $cancellationTerms = computed([$bookingPage, offers.$ride, times.$now], (page, ride, now) => {
  const { free_cancel_minutes: free, grace_minutes, late_cancel_percent } = page?.scooter ?? {}
  if (typeof free !== 'number' || typeof grace_minutes !== 'number' || typeof late_cancel_percent !== 'number')
    return null
  const terms = { free_cancel_minutes: free, grace_minutes, late_cancel_percent }
  if (ride === null) return bookingText.rideTerms(terms, bookingText.beforeStart(free))
  if (ride.start <= now) return bookingText.noCancellationNow
  const until = freeUntil({ paid_at: null, start_at: ride.start }, terms)
  return bookingText.rideTerms(terms, until > now ? timeOrWeekdayText(until, now) : null)
})

/** The data of a page that was rendered on the server, for the date and the start that it preselects. */
export interface InitialBookingData {
  busy: Parameters<typeof availability.availabilitySsrEntries>[0]
  day: Day
  /** The rider's hold of this scooter. Its day and start are those of the page. */
  hold?: offers.InitialHold | null
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
  const { busy, day, hold, now, profile, scooter, slot } = data
  const { entries, heldOffer } = offers.initialOffers(data)
  return [
    ...times.timesSsrEntries(new Date(now), day, slot),
    ...entries,
    ...(hold && heldOffer && slot ? offers.holdSsrEntries(hold, { day, offer: heldOffer, slot }) : []),
    ...availability.availabilitySsrEntries(busy),
    ssrEntry(times.$limits, scooter),
    ssrEntry($bookingPage, { profile, scooter })
  ]
}

whenMountedSignedIn($bookingPage, () => {
  const stops = [times.startClockCheck(), whenReloading(keepRideInUrl)]
  applyTimeFromUrl()
  const rendered = hasFreshData() ? $bookingPage.get() : null
  const loadedDay = rendered && offers.loadedPlansDay()
  stops.push(availability.syncAvailability(scooterIdOf(location.pathname), loadedDay), () => stopPlanSync())
  if (rendered?.profile.property_id) stopPlanSync = offers.syncPlans(rendered.profile.property_id, loadedDay)
  else void loadBookingPage()
  return stopAll(stops)
})

interface PropertyResult {
  rates: Rates | null
  /** Null if the scooters failed to load. */
  scooter: Scooter | 'not_found' | null
}

let stopPlanSync: () => void = () => undefined

/** Loads everything that the booking page needs of a property. */
async function loadProperty(propertyId: string, isLatest: () => boolean): Promise<PropertyResult> {
  const params = { property_id: propertyId }
  stopPlanSync()
  stopPlanSync = offers.syncPlans(propertyId, null)
  const [scooters, rates] = await Promise.all([
    logFailure(call(listPropertyScooters, { params })),
    logFailure(call(getPropertyPricing, { params })),
    offers.plansLoaded(),
    availability.availabilityLoaded()
  ])
  const scooterId = scooterIdOf(location.pathname)
  const scooter = scooters?.find(({ id }) => id === scooterId)
  if (scooter && isLatest()) times.applyLimits(scooter)
  if ($bookingPage.get() === null) await preselectRide()
  return { rates, scooter: scooters && (scooter ?? 'not_found') }
}

const beginRequest = latestOnly()

/** Loads the page's data. Data that is already on screen refreshes in the background. */
export async function loadBookingPage(): Promise<void> {
  const isLatest = beginRequest()
  const current = $bookingPage.get()
  const profileRequest = fetchProfile()
  const initialProfile = current?.profile ?? cachedProfile()
  const propertyRequest = initialProfile?.property_id ? loadProperty(initialProfile.property_id, isLatest) : null
  let isProfileLoaded = false
  if (initialProfile && !current)
    void propertyRequest?.then(found => isProfileLoaded || !isLatest() || showPage(initialProfile, found))
  const profile = (await profileRequest) ?? initialProfile
  isProfileLoaded = true
  if (!isLatest()) return
  if (!profile?.property_id) return redirectHome(bookingText.profileNotLoaded)
  const hasMoved = profile.property_id !== initialProfile?.property_id
  if (hasMoved) clearProperty()
  const result = await (hasMoved || !propertyRequest ? loadProperty(profile.property_id, isLatest) : propertyRequest)
  if (!isLatest()) return
  // If the network fails, keep the data that is on screen.
  if (current && !hasMoved && !(result.scooter && result.rates)) return
  if (result.scooter === null) return redirectHome(bookingText.scooterLoadFailed)
  if (result.scooter === 'not_found')
    return redirectHome(bookingText.scooterNotFound, HAS_FLEET_RECORDS ? `?${ELSEWHERE_PARAM}` : '')
  showPage(profile, result)
}

/** Data of the previous property must not be bookable here. */
function clearProperty(): void {
  offers.clearPlans()
  $bookingPage.set(null)
}

function showPage(profile: Profile, { rates, scooter }: PropertyResult): void {
  if (scooter === null || scooter === 'not_found') return
  offers.$rates.set(rates ?? DEFAULT_RATES)
  offers.$ratesFailed.set(rates === null)
  $supportChat.set(supportChatUrl(appShellText.supportRequest(scooter.name), scooter.support_phone))
  $orderBlock.set(null)
  $bookingPage.set({ profile, scooter })
}

/** Nothing can be booked here: redirects to the home page and shows the reason there. */
function redirectHome(sentence: string, query = ''): void {
  // If the session has ended, its message is already shown and the redirect to sign-in is under way.
  if ($session.get() === null) return
  toastAfterNavigation('error', sentence)
  location.replace(PATHS.home + query)
}

export const goBackHome = (): void => goBack(PATHS.home)

// The ride that the form starts with: that of the URL, which can carry the date, time and hours of an unpaid ride (see
// domain/bookings/rides.ts), else the first free one.

const rideParam = (name: RideParam) => queryParam(name)

function keepRideInUrl(): void {
  const [offer, ride] = [offers.$offer.get(), offers.$ride.get()]
  if (!offer || !ride) return
  replaceUrl(bookAgainPath(scooterIdOf(location.pathname), ride, times.$now.get(), offer.key))
}

/** Selects the date and start time from the URL if they are still available. Limits that load later may clear them. */
function applyTimeFromUrl(): void {
  const day = rideParam('date')
  const slot = rideParam('time')
  if (day === null || !isDay(day)) return
  times.chooseDay(day)
  const limits = $bookingPage.get() ? times.$limits.get() : { lead_minutes: 0 }
  if (slot === null || times.$day.get() !== day) return
  if (slotsFor(day, times.$now.get(), limits).includes(slot)) times.chooseSlot(slot)
}

/** Selects the offer whose duration the URL names, and the first free ride where the URL names none. */
async function preselectRide(): Promise<void> {
  await offers.plansLoaded()
  const all = offers.$offers.get()
  const named = all.find(({ key }) => key === rideParam('offer'))
  const offer = named ?? all.find(({ hours }) => String(hours) === rideParam('hours'))
  if (offer) offers.chooseOffer(offer.key)
  await preselectFirstFree()
}

/**
 * Selects the shortest offer and its first free start, on the first date that has one. Loads one date after the other,
 * because plans differ by weekday. Stops when the rider selects something.
 */
async function preselectFirstFree(): Promise<void> {
  const firstDay = times.$day.get()
  for (const { day } of times.$stripDays.get().filter(each => each.isBookable && each.day >= firstDay)) {
    if (day > firstDay) times.chooseDay(day)
    await Promise.all([offers.plansLoaded(), availability.availabilityLoaded()])
    if (times.$day.get() !== day) return
    if (offers.$offer.get() === null) offers.chooseDefaultOffer()
    // A start that was cleared stays cleared; the page suggests others.
    if (times.$slot.get() !== null || times.$missedSlot.get() !== null) return
    const { slot } = defaultStart([day], {
      busy: availability.$bookedWindows.get(),
      hoursOn: () => availability.$requiredHours.get(),
      now: times.$now.get(),
      opening: times.$limits.get()
    })
    // Unlike the rider's own choice, it does not decide the part of later dates.
    if (slot !== null) return times.$slot.set(slot)
  }
  times.chooseDay(firstDay)
}
