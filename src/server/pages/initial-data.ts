import { listMyBookings } from '#contract/bookings/bookings.ts'
import { getPropertyPricing } from '#contract/catalogue/pricing.admin.ts'
import { listPropertyPlans } from '#contract/catalogue/pricing-plans.admin.ts'
import { listProperties } from '#contract/catalogue/properties.admin.ts'
import type { ClosedProperty } from '#contract/catalogue/properties.public.ts'
import { getAvailability, listPropertyScooters } from '#contract/catalogue/scooters.admin.ts'
import { getProfile } from '#contract/riders/update-profile.ts'
import { FIRST_PAGE_RIDES } from '#domain/constants.ts'
import { startingRate } from '#domain/pricing.ts'
import { firstBookableDay } from '#domain/slots.ts'
import type { Rider } from '#server/auth/actor.ts'
import { busyWindows } from '#server/bookings/availability.ts'
import { riderBookings } from '#server/bookings/my-bookings.ts'
import { ratesOfProperty } from '#server/catalogue/pricing.ts'
import { plansOfProperty } from '#server/catalogue/pricing-plans.ts'
import { propertiesByName } from '#server/catalogue/properties.ts'
import { scootersOfProperty } from '#server/catalogue/scooters.ts'
import { riderProfile } from '#server/riders/profile.ts'
import { drawnFor } from './render.ts'

// What each page begins with: what its store would ask for first (stores/<screen>.ts). Asked all at once, as one wait
// of the database.

/** The property of a rider who has none is not asked about. */
function atHome({ property_id }: Rider): { property_id: string } | null {
  return property_id ? { property_id } : null
}

/** For the home of a rider whose property was deleted. */
function closedPlace(closed: ClosedProperty | null) {
  return closed && { ...closed, is_closed: true as const }
}

export const homeStart = (request: Request) =>
  drawnFor('rider', request, async ({ ask, visitor }) => {
    const params = atHome(visitor)
    if (!params) return { place: null, rate: null, scooters: 'no property' as const }
    const [properties, scooters, rates, plans] = await Promise.all([
      ask(listProperties, propertiesByName, {}),
      ask(listPropertyScooters, scootersOfProperty, { params }),
      ask(getPropertyPricing, ratesOfProperty, { params }),
      ask(listPropertyPlans, plansOfProperty, { params, query: {} })
    ])
    const found = properties.find(({ id }) => id === params.property_id)
    // A deleted property is in no list: the profile tells what is kept of it.
    const place = found ?? closedPlace((await ask(getProfile, riderProfile, {})).closed_property)
    return { place, rate: startingRate(plans.pricing_plans, rates), scooters }
  })

export const myBookingsStart = (request: Request) =>
  drawnFor('rider', request, async ({ askPage }) => {
    const { has_more, rows } = await askPage(listMyBookings, riderBookings, { query: { limit: FIRST_PAGE_RIDES } })
    return { bookings: rows, has_more }
  })

export const profileStart = (request: Request) =>
  drawnFor('rider', request, async ({ ask }) => {
    const [profile, properties] = await Promise.all([
      ask(getProfile, riderProfile, {}),
      ask(listProperties, propertiesByName, {})
    ])
    return { profile, properties }
  })

/** Null for a scooter that this rider cannot book: the page finds out, and says so where it leads him. */
export const bookingStart = (request: Request, id: string) =>
  drawnFor('rider', request, async ({ ask, now, visitor }) => {
    const params = atHome(visitor)
    if (!params) return null
    const day = firstBookableDay(now)
    const [profile, scooters, rates, plans, { busy }] = await Promise.all([
      ask(getProfile, riderProfile, {}),
      ask(listPropertyScooters, scootersOfProperty, { params }),
      ask(getPropertyPricing, ratesOfProperty, { params }),
      ask(listPropertyPlans, plansOfProperty, { params, query: { booking_date: day } }),
      ask(getAvailability, busyWindows, { params: { id }, query: { date: day } })
    ])
    const scooter = scooters.find(scooter => scooter.id === id)
    return scooter ? { busy, day, plans: plans.pricing_plans, profile, rates, scooter } : null
  })
