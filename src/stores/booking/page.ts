import { atom } from 'nanostores'
import { currentPath, goBack, replaceWith } from '#client/device/browser.ts'
import { call } from '#client/http/api.ts'
import { getPropertyPricing } from '#contract/catalogue/pricing.public.ts'
import type { Plan } from '#contract/catalogue/pricing-plans.public.ts'
import { listProperties, type Property } from '#contract/catalogue/properties.public.ts'
import { listPropertyScooters, type Scooter } from '#contract/catalogue/scooters.public.ts'
import type { Profile } from '#contract/riders/profile.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import type { Rates } from '#domain/pricing.ts'
import { bookingPath, PATHS } from '#domain/routes.ts'
import type { Day } from '#domain/time.ts'
import * as text from '#messages/booking.ts'
import { $supportScooter } from '#stores/app/support.ts'
import { toastAfterNavigation } from '#stores/app/toasts.ts'
import { quietly } from '#stores/kit/busy.ts'
import { cameFresh, type Entries, holds } from '#stores/kit/ssr-values.ts'
import { askProfile, knownProfile } from '#stores/profile/profile.ts'
import { $session, whenSignedIn } from '#stores/session/session.ts'
import { availabilityArrived, followAvailability, takenEntries } from './availability.ts'
import { $rates, dayOfPlans, followDay, forgetPlans, offersEntries, plansArrived } from './offers.ts'
import { chooseAskedOffer, chooseAskedTime } from './prefill.ts'
import { startClock, timesEntries } from './times.ts'

interface BookingPage {
  profile: Profile
  property_name: string | null
  scooter: Scooter
}

/** What the page is about; null until all of it has loaded. */
export const $bookingPage = atom<BookingPage | null>(null)

/** What the page comes with where it was drawn with its data: the first day that can be booked. */
export interface BookingStart {
  busy: readonly { end_time: string; start_time: string }[]
  day: Day
  /** When it was drawn, an instant in ISO. */
  now: string
  plans: readonly Plan[]
  profile: Profile
  rates: Rates
  scooter: Scooter
}

export function bookingEntries({ busy, day, now, plans, profile, rates, scooter }: BookingStart): Entries {
  return [
    ...timesEntries(new Date(now)),
    ...offersEntries(day, plans, rates),
    ...takenEntries(busy),
    holds($supportScooter, scooter.name),
    holds($bookingPage, { profile, property_name: scooter.property_name ?? null, scooter })
  ]
}

whenSignedIn($bookingPage, () => {
  const stops = [startClock()]
  chooseAskedTime()
  const drawn = cameFresh() ? $bookingPage.get() : null
  const known_day = drawn && dayOfPlans()
  stops.push(followAvailability(scooterIdIn(currentPath()), known_day), () => stopPlans())
  if (drawn?.profile.property_id) stopPlans = followDay(drawn.profile.property_id, known_day)
  else void loadBookingPage()
  return () => {
    for (const stop of stops) stop()
  }
})

interface Found {
  property_name: string | null
  rates: Rates | null
  /** Null where the scooters have not come. */
  scooter: Scooter | 'not found' | null
}

let stopPlans: () => void = () => undefined

/** What there is to book at that property, once all of it has come. */
async function lookAt(property_id: string, naming: Promise<readonly Property[] | null>): Promise<Found> {
  const params = { property_id }
  stopPlans()
  stopPlans = followDay(property_id, null)
  const [scooters, rates, properties] = await Promise.all([
    quietly(call(listPropertyScooters, { params })),
    quietly(call(getPropertyPricing, { params })),
    naming,
    plansArrived(),
    availabilityArrived()
  ])
  const isHere = ({ id }: Scooter) => bookingPath(id) === currentPath().replace(/\/$/, '')
  const property_name = properties?.find(({ id }) => id === property_id)?.name ?? null
  return { property_name, rates, scooter: scooters && (scooters.find(isHere) ?? 'not found') }
}

/** Asks for all of it, and anew behind what is on screen. */
export async function loadBookingPage(): Promise<void> {
  const drawn = $bookingPage.get()
  const asking = askProfile()
  const known = drawn?.profile ?? knownProfile()
  const naming = drawn ? Promise.resolve(null) : quietly(call(listProperties))
  const looking = known?.property_id ? lookAt(known.property_id, naming) : null
  let isAnswered = false
  if (known && !drawn) void looking?.then(found => isAnswered || show(known, found))
  const profile = (await asking) ?? known
  isAnswered = true
  if (!profile?.property_id) return giveUp(text.profileNotLoaded)
  const isMoved = profile.property_id !== known?.property_id
  if (isMoved) clearPlace()
  const found = await (isMoved || !looking ? lookAt(profile.property_id, naming) : looking)
  // What the page came with is still there where the network is not.
  if (drawn && !isMoved && !(found.scooter && found.rates)) return
  if (found.scooter === null) return giveUp(text.scooterLoadFailed)
  if (found.scooter === 'not found') return giveUp(text.scooterNotFound)
  show(profile, found)
}

/** What is known of another property is nothing that can be booked here. */
function clearPlace(): void {
  forgetPlans()
  $bookingPage.set(null)
}

function show(profile: Profile, { property_name, rates, scooter }: Found): void {
  if (scooter === null || scooter === 'not found') return
  const isFirst = $bookingPage.get() === null
  $rates.set(rates ?? DEFAULT_RATES)
  if (isFirst) chooseAskedOffer()
  $supportScooter.set(scooter.name)
  $bookingPage.set({ profile, property_name: property_name ?? scooter.property_name ?? null, scooter })
}

function scooterIdIn(path: string): string {
  return path.split('/')[2] ?? ''
}

/** There is nothing to book here: back to the scooters, where it is said. */
function giveUp(sentence: string): void {
  // A session that ended on the way has said so, and is leaving for the sign-in page.
  if ($session.get() === null) return
  toastAfterNavigation('error', sentence)
  replaceWith(PATHS.home)
}

export function leave(): void {
  goBack(PATHS.home)
}
