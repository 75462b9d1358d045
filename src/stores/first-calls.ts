import { API_BASE, IS_EXTERNAL_BACKEND } from '#client/config.ts'
import { listMyBookings } from '#contract/bookings.ts'
import { listPropertyPlans } from '#contract/plan.ts'
import { listProperties } from '#contract/properties.ts'
import { getPropertyPricing } from '#contract/rates.ts'
import { getProfile } from '#contract/rider-profile.ts'
import { getAvailability, listPropertyScooters } from '#contract/scooters.ts'
import { FIRST_PAGE_RIDES } from '#domain/constants.ts'
import { firstBookableDay } from '#domain/slots.ts'
import { isDay } from '#domain/time.ts'

// What the stores of a page that comes without data ask for first. The page is told, and begins with it before its scripts
// have come (layouts/first-calls.astro). What is asked of {property_id} needs a visit before this one (stores/profile.ts).

/** A booking page's scooter, and the date that its address asks for. */
interface Choice {
  asked_day: string | null
  now: Date
  scooter_id: string
}

const OF_RIDER = [getProfile.path, listProperties.path]
const OF_PLACE = [listPropertyScooters.path, getPropertyPricing.path]

const CALLS = {
  booking: (choice: Choice) => [...OF_RIDER, ...OF_PLACE, ...callsOfDay(choice)],
  home: () => [...OF_RIDER, ...OF_PLACE, listPropertyPlans.path],
  'my-bookings': () => [IS_EXTERNAL_BACKEND ? listMyBookings.path : `${listMyBookings.path}?limit=${FIRST_PAGE_RIDES}`],
  profile: () => OF_RIDER
} as const

export type CallingPage = keyof typeof CALLS

/** Their addresses, one after the other. */
export function firstCalls(page: CallingPage, choice: Choice): string {
  return CALLS[page](choice)
    .map(path => API_BASE + path)
    .join(' ')
}

/** A device whose clock is another has another first day; what it needs then, its store asks for. */
function callsOfDay({ asked_day, now, scooter_id }: Choice): string[] {
  const day = asked_day !== null && isDay(asked_day) ? asked_day : firstBookableDay(now)
  const plans = `${listPropertyPlans.path}?booking_date=${day}`
  const taken = `${getAvailability.path.replace('{id}', encodeURIComponent(scooter_id))}?date=${day}`
  return IS_EXTERNAL_BACKEND ? [plans] : [plans, taken]
}
