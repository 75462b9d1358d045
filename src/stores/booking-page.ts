import { atom } from 'nanostores'
import { call } from '#client/api.ts'
import { currentPath, goBack, isAwayFromIndia, replaceWith } from '#client/browser.ts'
import { getPropertyPricing } from '#contract/pricing.ts'
import { getProfile, type Profile } from '#contract/profile.ts'
import { listProperties } from '#contract/properties.ts'
import { listPropertyScooters, type Scooter } from '#contract/scooters.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import { bookingPath, PATHS } from '#domain/routes.ts'
import * as text from '#messages/booking.ts'
import { chooseAskedOffer, chooseAskedTime } from './booking-asked.ts'
import { availabilityArrived, followAvailability } from './booking-availability.ts'
import { $rates, followDay, plansArrived } from './booking-offers.ts'
import { startClock } from './booking-times.ts'
import { quietly } from './busy.ts'
import { $session, whenSignedIn } from './session.ts'
import { $supportScooter } from './support.ts'
import { toastAfterNavigation } from './toasts.ts'

interface BookingPage {
  /** The device keeps another clock than India's. */
  is_away: boolean
  profile: Profile
  property_name: string | null
  scooter: Scooter
}

/** What the page is about; null until all of it has loaded. */
export const $bookingPage = atom<BookingPage | null>(null)

whenSignedIn($bookingPage, () => {
  const stops = [startClock()]
  chooseAskedTime()
  void load(stops)
  return () => {
    for (const stop of stops) stop()
  }
})

async function load(stops: (() => void)[]): Promise<void> {
  const profile = await quietly(call(getProfile))
  if (!profile?.property_id) return giveUp(text.profileNotLoaded)
  const { property_id } = profile
  const params = { property_id }
  stops.push(followDay(property_id), followAvailability(scooterIdIn(currentPath())))
  const [scooters, rates, properties] = await Promise.all([
    quietly(call(listPropertyScooters, { params })),
    quietly(call(getPropertyPricing, { params })),
    quietly(call(listProperties)),
    plansArrived(),
    availabilityArrived()
  ])
  if (!scooters) return giveUp(text.scooterLoadFailed)
  const scooter = scooters.find(({ id }) => bookingPath(id) === currentPath().replace(/\/$/, ''))
  if (!scooter) return giveUp(text.scooterNotFound)
  $rates.set(rates ?? DEFAULT_RATES)
  chooseAskedOffer()
  const property_name = properties?.find(({ id }) => id === property_id)?.name ?? scooter.property_name ?? null
  $supportScooter.set(scooter.name)
  $bookingPage.set({ is_away: isAwayFromIndia(), profile, property_name, scooter })
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
