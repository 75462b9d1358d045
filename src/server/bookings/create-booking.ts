import { and, eq, isNull } from 'drizzle-orm'
import * as contract from '#contract/bookings/create-booking.ts'
import type { ServerInput } from '#contract/kit/endpoint.ts'
import { windowFrom } from '#domain/bookings/booking-window.ts'
import { termsFrom } from '#domain/bookings/cancellation.ts'
import { firstBookableStart, isAfterLead, isTooFarAhead } from '#domain/bookings/slots.ts'
import { isPlanOfferedOn, rateFor } from '#domain/catalogue/pricing.ts'
import { fitsLongestRide } from '#domain/catalogue/property-rules.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import { dayOf, weekdayOf } from '#domain/time/india-time.ts'
import { timeOrDayAndTimeText } from '#domain/time/time-texts.ts'
import { rateColumns } from '#server/catalogue/pricing.ts'
import { ruleColumns, withDefaults } from '#server/catalogue/properties.ts'
import { db } from '#server/db/client.ts'
import { legacy_pricing, pricing_plans, properties, property_settings, scooters } from '#server/db/schema/catalogue.ts'
import { implement } from '#server/http/operation.ts'
import { limitOrders } from '#server/http/rate-limits.ts'
import { refusal } from '#server/runtime/refusal.ts'
import type { Rider } from '#server/sessions/actor.ts'
import { holdWithOrder } from './hold-with-order.ts'

/** Minutes by which the server relaxes the lead time, for slow phones and networks. */
const SLOT_LEAD_LENIENCY_MINUTES = 5

type BookingRequest = ServerInput<typeof contract.createHourlyBooking>['body']

export const createHourlyBooking = implement(contract.createHourlyBooking, async ({ body }, rider, call) => {
  const { now } = call
  if (body.start_time <= now) throw refusal('start_passed')
  if (!isAfterLead(body.start_time, now, SLOT_LEAD_LENIENCY_MINUTES))
    throw refusal('start_too_soon', timeOrDayAndTimeText(firstBookableStart(now), now))
  const [quoted] = await Promise.all([quote(body, rider, now), limitOrders(rider.id, now)])
  const window = windowFrom(body.start_time, quoted.hours)
  const request = {
    ...quoted,
    note_to_staff: body.note_to_staff || null,
    terms_version: body.terms_version,
    user_id: rider.id,
    window
  }
  return holdWithOrder(request, 'scooter_unavailable', call)
})

/** The requested ride with its present price, under the present rules of the property. */
async function quote(request: BookingRequest, rider: Rider, now: Date) {
  const scooter = withDefaults(await findScooter(request, rider))
  if (scooter.status !== 'Available') throw refusal('scooter_unavailable')
  const { max_days_ahead, max_ride_hours } = scooter
  if (isTooFarAhead(request.start_time, now, max_days_ahead)) throw refusal('start_too_far', max_days_ahead)
  const offer = offerOf(request, scooter)
  if (!fitsLongestRide(offer.hours, max_ride_hours)) throw refusal('ride_too_long', max_ride_hours)
  return {
    ...offer,
    buffer_minutes: scooter.buffer_minutes,
    scooter_id: request.scooter_id,
    terms: termsFrom(scooter)
  }
}

async function findScooter({ pricing_plan_id, scooter_id }: BookingRequest, rider: Rider) {
  const [scooter] = await db
    .select({
      plan: pricing_plans,
      property_id: scooters.property_id,
      rates: rateColumns,
      status: scooters.status,
      ...ruleColumns
    })
    .from(scooters)
    .innerJoin(properties, and(eq(properties.id, scooters.property_id), isNull(properties.archived_at)))
    .leftJoin(legacy_pricing, eq(legacy_pricing.property_id, scooters.property_id))
    .leftJoin(property_settings, eq(property_settings.property_id, scooters.property_id))
    .leftJoin(
      pricing_plans,
      and(
        eq(pricing_plans.id, pricing_plan_id ?? ''),
        eq(pricing_plans.property_id, scooters.property_id),
        isNull(pricing_plans.archived_at)
      )
    )
    .where(and(eq(scooters.id, scooter_id), isNull(scooters.archived_at)))
  if (!scooter || scooter.property_id !== rider.property_id) throw refusal('scooter_not_found')
  return scooter
}

type Prices = Pick<Awaited<ReturnType<typeof findScooter>>, 'plan' | 'rates'>

// The server alone computes the price, from the rates at the time of the order.
function offerOf({ duration_hours, start_time }: BookingRequest, { plan, rates }: Prices) {
  if (duration_hours) {
    return { amount: rateFor(rates ?? DEFAULT_RATES, duration_hours), hours: duration_hours, plan: null }
  }
  if (!plan?.is_active) throw refusal('plan_not_available')
  if (!isPlanOfferedOn(plan, weekdayOf(dayOf(start_time)))) throw refusal('plan_not_on_day')
  return { amount: plan.cost, hours: plan.hours, plan: { id: plan.id, name: plan.name } }
}
