import { and, eq, isNull } from 'drizzle-orm'
import * as contract from '#contract/bookings/bookings.ts'
import type { ServerInput } from '#contract/kit/endpoint.ts'
import { windowFrom } from '#domain/bookings/booking-window.ts'
import { isOnGrid } from '#domain/bookings/slots.ts'
import {
  BOOKING_HORIZON_DAYS,
  DEFAULT_RATES,
  SLOT_LEAD_LENIENCY_MINUTES,
  SLOT_LEAD_MINUTES
} from '#domain/constants.ts'
import { isPlanOfferedOn, rateFor } from '#domain/pricing.ts'
import { addMinutes, dayOf, weekdayOf } from '#domain/time.ts'
import { DAY_MINUTES } from '#domain/time-units.ts'
import * as text from '#messages/booking-responses.ts'
import { rateColumns } from '#server/catalogue/pricing.ts'
import { termColumns, termsFrom } from '#server/catalogue/property-settings.ts'
import { db } from '#server/db/client.ts'
import { legacy_pricing, pricing_plans, properties, property_settings, scooters } from '#server/db/schema.ts'
import { implement } from '#server/http/operation.ts'
import { limitOrders } from '#server/http/rate-limits.ts'
import { invalidField, refusal } from '#server/runtime/errors.ts'
import type { Rider } from '#server/sessions/actor.ts'
import { holdWithOrder } from './hold-with-order.ts'

type BookingRequest = ServerInput<typeof contract.createHourlyBooking>['body']

export const createHourlyBooking = implement(contract.createHourlyBooking, async ({ body }, rider, { now }) => {
  assertBookableStart(body.start_time, now)
  const [quoted] = await Promise.all([quote(body, rider), limitOrders(rider.id, now)])
  const window = windowFrom(body.start_time, quoted.hours)
  return holdWithOrder({ ...quoted, user_id: rider.id, window }, 'scooter_unavailable', now)
})

function assertBookableStart(start: Date, now: Date): void {
  if (!isOnGrid(start)) throw invalidField('start_time', text.startNotOnSlot)
  // Accept a start up to SLOT_LEAD_LENIENCY_MINUTES late, for slow phones.
  if (start <= addMinutes(now, SLOT_LEAD_MINUTES - SLOT_LEAD_LENIENCY_MINUTES)) throw refusal('start_passed')
  if (start > addMinutes(now, BOOKING_HORIZON_DAYS * DAY_MINUTES)) throw refusal('start_too_far')
}

// The server alone computes the price, from the rates at the time of the order.
async function quote({ duration_hours, pricing_plan_id, scooter_id, start_time }: BookingRequest, rider: Rider) {
  const [found] = await db
    .select({
      plan: pricing_plans,
      property_id: scooters.property_id,
      rates: rateColumns,
      status: scooters.status,
      ...termColumns
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
  if (!found || found.property_id !== rider.property_id) {
    throw refusal('scooter_not_found')
  }
  if (found.status !== 'Available') throw refusal('scooter_unavailable')
  const terms = termsFrom(found)
  if (duration_hours) {
    return {
      amount: rateFor(found.rates ?? DEFAULT_RATES, duration_hours),
      hours: duration_hours,
      plan: null,
      scooter_id,
      terms
    }
  }
  const { plan } = found
  if (!plan?.is_active) throw refusal('plan_not_available')
  if (!isPlanOfferedOn(plan, weekdayOf(dayOf(start_time)))) throw refusal('plan_not_on_day')
  return { amount: plan.cost, hours: plan.hours, plan: { id: plan.id, name: plan.name }, scooter_id, terms }
}
