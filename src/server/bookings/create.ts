import { and, eq, isNull } from 'drizzle-orm'
import * as contract from '#contract/bookings/bookings.ts'
import { CONFLICT_END_HEADER, CONFLICT_START_HEADER } from '#contract/kit/conflict-headers.ts'
import type { ServerInput } from '#contract/kit/endpoint.ts'
import type { RefusalCode } from '#contract/kit/refusals.ts'
import { windowFrom } from '#domain/bookings/booking-window.ts'
import { isOnGrid, isTooFarAhead } from '#domain/bookings/slots.ts'
import { DEFAULT_RATES, SLOT_LEAD_LENIENCY_MINUTES, SLOT_LEAD_MINUTES } from '#domain/constants.ts'
import { timeOrDateText } from '#domain/dated-times.ts'
import { isPlanOfferedOn, rateFor } from '#domain/pricing.ts'
import { addMinutes, dayOf, weekdayOf } from '#domain/time.ts'
import { SECOND_MS } from '#domain/time-units.ts'
import * as text from '#messages/booking-responses.ts'
import { rateColumns } from '#server/catalogue/pricing.ts'
import { settingColumns, termsFrom, withDefaults } from '#server/catalogue/property-settings.ts'
import { db } from '#server/db/client.ts'
import { legacy_pricing, pricing_plans, properties, property_settings, scooters } from '#server/db/schema.ts'
import { implement } from '#server/http/operation.ts'
import { limitOrders } from '#server/http/rate-limits.ts'
import { createOrder, waitForOrder } from '#server/payments/orders.ts'
import { invalidField, refusal, retryAfter } from '#server/runtime/errors.ts'
import { newId } from '#server/runtime/ids.ts'
import type { Rider } from '#server/sessions/actor.ts'
import type { HoldLimit } from '#server/slots/hold-limits.ts'
import { type HoldRequest, reserve } from '#server/slots/reserve.ts'

type BookingRequest = ServerInput<typeof contract.createHourlyBooking>['body']

/** Holds the window before creating the order, so two riders can never pay for one slot. */
export const createHourlyBooking = implement(contract.createHourlyBooking, async ({ body }, rider, { now }) => {
  assertBookableStart(body.start_time, now)
  const [quoted] = await Promise.all([quote(body, rider, now), limitOrders(rider.id, now)])
  const window = windowFrom(body.start_time, quoted.hours)
  const reserved = await reserveWithNewId({ ...quoted, user_id: rider.id, window }, now)
  switch (reserved.outcome) {
    case 'held':
      return createOrder({ amount: quoted.amount, id: reserved.id }, now)
    case 'already_held':
      return waitForOrder(reserved.id, now)
    case 'conflict':
      throw refusal('booking_conflict').withHeaders({
        [CONFLICT_END_HEADER]: reserved.window.end.toISOString(),
        [CONFLICT_START_HEADER]: reserved.window.start.toISOString()
      })
    case 'own_ride':
      throw refusal('own_ride_overlaps')
    case 'limited':
      throw retryAfter(
        refusal(LIMIT_CODES[reserved.reason], timeOrDateText(reserved.until, now)),
        Math.ceil((reserved.until.getTime() - now.getTime()) / SECOND_MS)
      )
    case 'unavailable':
      throw refusal('scooter_unavailable')
  }
})

/** Tries new ids until one has a reference that no other booking has. */
async function reserveWithNewId(request: Omit<HoldRequest, 'id'>, now: Date) {
  for (;;) {
    const id = newId()
    const reserved = await reserve({ ...request, id }, now)
    if (reserved.outcome !== 'reference_taken') return { id, ...reserved }
  }
}

const LIMIT_CODES = {
  deadline: 'hold_ending_soon',
  rider: 'too_many_holds',
  scooter: 'too_many_holds_of_scooter'
} as const satisfies Record<HoldLimit['reason'], RefusalCode>

function assertBookableStart(start: Date, now: Date): void {
  if (!isOnGrid(start)) throw invalidField('start_time', text.startNotOnSlot)
  // Accept a start up to SLOT_LEAD_LENIENCY_MINUTES late, for slow phones.
  if (start <= addMinutes(now, SLOT_LEAD_MINUTES - SLOT_LEAD_LENIENCY_MINUTES)) throw refusal('start_passed')
}

/** What the rider asks for: its price now, and the property's settings now. */
async function quote(request: BookingRequest, rider: Rider, now: Date) {
  const found = withDefaults(await findScooter(request, rider))
  if (found.status !== 'Available') throw refusal('scooter_unavailable')
  const { max_days_ahead, max_ride_hours } = found
  if (isTooFarAhead(request.start_time, now, max_days_ahead)) throw refusal('start_too_far', max_days_ahead)
  const offer = offerOf(request, found)
  if (offer.hours > max_ride_hours) throw refusal('ride_too_long', max_ride_hours)
  return {
    ...offer,
    buffer_minutes: found.buffer_minutes,
    scooter_id: request.scooter_id,
    terms: termsFrom(found)
  }
}

async function findScooter({ pricing_plan_id, scooter_id }: BookingRequest, rider: Rider) {
  const [found] = await db
    .select({
      plan: pricing_plans,
      property_id: scooters.property_id,
      rates: rateColumns,
      status: scooters.status,
      ...settingColumns
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
  if (!found || found.property_id !== rider.property_id) throw refusal('scooter_not_found')
  return found
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
