import { toBusyWindow } from '#contract/bookings/create-booking.ts'
import type { ClosedProperty } from '#contract/catalogue/catalogue.ts'
import { defaultStart } from '#domain/bookings/availability.ts'
import { firstBookableDay, lastBookableDay } from '#domain/bookings/slots.ts'
import { plansOn, shortestHours, startingPrices } from '#domain/catalogue/pricing.ts'
import { DATE_STRIP_DAYS, MY_BOOKINGS_FIRST_LIMIT } from '#domain/constants.ts'
import { addDays, dayOf, parseInstant, weekdayOf } from '#domain/time/india-time.ts'
import { availabilityOperation } from '#server/bookings/availability.ts'
import { listMyBookings } from '#server/bookings/my-bookings.ts'
import { nextRide } from '#server/bookings/next-ride.ts'
import { getPropertyPricing, listPropertyPlans } from '#server/catalogue/pricing.ts'
import { listProperties } from '#server/catalogue/properties.ts'
import { listPropertyScooters } from '#server/catalogue/scooters.ts'
import { getProfile } from '#server/riders/profile.ts'
import type { Rider } from '#server/sessions/actor.ts'
import { loadForVisitor } from './load-for-visitor.ts'

// Initial data of each page: the first requests of its store (stores/<screen>.ts). All queries run concurrently.

/** Null for a rider without a property, so nothing is queried. */
function propertyParams({ property_id }: Rider): { property_id: string } | null {
  return property_id ? { property_id } : null
}

/** Shown on the home page of a rider whose property was deleted. */
function toClosedProperty(closed: ClosedProperty | null) {
  return closed && { ...closed, isClosed: true as const }
}

export const initialHomeData = (request: Request) =>
  loadForVisitor('rider', request, async ({ load, now, visitor }) => {
    const params = propertyParams(visitor)
    if (!params)
      return { prices: null, property: null, ride: await nextRide(visitor.id, now), scooters: 'no_property' as const }
    const [properties, scooters, rates, plans, ride] = await Promise.all([
      load(listProperties, {}),
      load(listPropertyScooters, { params }),
      load(getPropertyPricing, { params }),
      load(listPropertyPlans, { params, query: {} }),
      nextRide(visitor.id, now)
    ])
    const listed = properties.find(({ id }) => id === params.property_id)
    // A deleted property is in no list; the profile holds what is left of it.
    const property = listed ?? toClosedProperty((await load(getProfile, {})).closed_property)
    return { prices: startingPrices(plans.pricing_plans, rates), property, ride, scooters }
  })

export const initialMyBookingsData = (request: Request) =>
  loadForVisitor('rider', request, async ({ loadPage }) => {
    const { hasMore, rows } = await loadPage(listMyBookings, {
      query: { limit: MY_BOOKINGS_FIRST_LIMIT }
    })
    return { bookings: rows.map(withoutNulls), hasMore }
  })

/** Leaves out fields that are null, because a page has many bookings. The contract reads a missing field as null. */
function withoutNulls<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Row
}

export const initialProfileData = (request: Request) =>
  loadForVisitor('rider', request, async ({ load }) => {
    const [profile, properties] = await Promise.all([load(getProfile, {}), load(listProperties, {})])
    return { profile, properties }
  })

/**
 * Returns null for a scooter the rider cannot book. The page then loads the data itself and redirects with a message.
 */
export const initialBookingData = (request: Request, id: string) =>
  loadForVisitor('rider', request, async ({ load, now, visitor }) => {
    const params = propertyParams(visitor)
    if (!params) return null
    const firstDay = firstBookableDay(now)
    const [profile, scooters, rates, { pricing_plans }, { busy }] = await Promise.all([
      load(getProfile, {}),
      load(listPropertyScooters, { params }),
      load(getPropertyPricing, { params }),
      load(listPropertyPlans, { params, query: {} }),
      load(availabilityOperation(DATE_STRIP_DAYS), { params: { id }, query: { date: firstDay } })
    ])
    const scooter = scooters.find(scooter => scooter.id === id)
    if (!scooter) return null
    const lastDay = lastBookableDay(now, scooter.max_days_ahead)
    const days = Array.from({ length: DATE_STRIP_DAYS }, (_, index) => addDays(firstDay, index))
    const { day, slot } = defaultStart(
      days.filter(each => each <= lastDay),
      { busy: busy.map(toBusyWindow), hoursOn: each => shortestHours(weekdayOf(each), pricing_plans), now }
    )
    // The page shows this date, and rides of it may end on the next.
    const isShown = (instant: string) => [day, addDays(day, 1)].includes(dayOf(parseInstant(instant)))
    return {
      busy: busy.filter(({ end_time, start_time }) => isShown(start_time) || isShown(end_time)),
      day,
      plans: plansOn(weekdayOf(day), pricing_plans),
      profile,
      rates,
      scooter,
      slot
    }
  })
