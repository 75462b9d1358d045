import { atom } from 'nanostores'
import { call } from '#client/api.ts'
import { currentPath, goBack, replaceWith } from '#client/browser.ts'
import { getPropertyPricing } from '#contract/pricing.ts'
import type { Plan } from '#contract/pricing-plans.ts'
import { getProfile, type Profile } from '#contract/profile.ts'
import { listProperties } from '#contract/properties.ts'
import { listPropertyScooters, type Scooter } from '#contract/scooters.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import type { Rates } from '#domain/pricing.ts'
import { bookingPath, PATHS } from '#domain/routes.ts'
import type { Day } from '#domain/time.ts'
import * as text from '#messages/booking.ts'
import { chooseAskedOffer, chooseAskedTime } from './booking-asked.ts'
import { availabilityArrived, followAvailability, takenEntries } from './booking-availability.ts'
import { $rates, followDay, offersEntries, plansArrived } from './booking-offers.ts'
import { startClock, timesEntries } from './booking-times.ts'
import { quietly } from './busy.ts'
import { type Entries, holds } from './given.ts'
import { $session, whenSignedIn } from './session.ts'
import { $supportScooter } from './support.ts'
import { toastAfterNavigation } from './toasts.ts'

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
  void load(stops)
  return () => {
    for (const stop of stops) stop()
  }
})

async function load(stops: (() => void)[]): Promise<void> {
  const shown = $bookingPage.get()
  const asked = quietly(call(getProfile))
  const property_id = (shown?.profile ?? (await asked))?.property_id
  if (!property_id) return giveUp(text.profileNotLoaded)
  const params = { property_id }
  stops.push(followDay(property_id), followAvailability(scooterIdIn(currentPath())))
  const [profile, scooters, rates, properties] = await Promise.all([
    asked,
    quietly(call(listPropertyScooters, { params })),
    quietly(call(getPropertyPricing, { params })),
    shown ? null : quietly(call(listProperties)),
    plansArrived(),
    availabilityArrived()
  ])
  // What the page came with is still there where the network is not.
  if (shown && !(profile && scooters && rates)) return
  if (!profile) return giveUp(text.profileNotLoaded)
  if (!scooters) return giveUp(text.scooterLoadFailed)
  const scooter = scooters.find(({ id }) => bookingPath(id) === currentPath().replace(/\/$/, ''))
  if (!scooter) return giveUp(text.scooterNotFound)
  $rates.set(rates ?? DEFAULT_RATES)
  chooseAskedOffer()
  const property_name = properties?.find(({ id }) => id === property_id)?.name ?? scooter.property_name ?? null
  $supportScooter.set(scooter.name)
  $bookingPage.set({ profile, property_name, scooter })
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
