import { and, eq, isNull } from 'drizzle-orm'
import * as contract from '#contract/bookings/create-booking.ts'
import { CONFLICT_END_HEADER, CONFLICT_START_HEADER, type ServerInput } from '#contract/kit/endpoint.ts'
import type { RefusalCode } from '#contract/kit/refusals.ts'
import { paymentStatusOf } from '#domain/bookings/booking-status.ts'
import { termsFrom } from '#domain/bookings/cancellation.ts'
import type { ClosedReason, Opening } from '#domain/bookings/opening.ts'
import { type TimeWindow, windowFrom } from '#domain/bookings/slots.ts'
import { firstBookableStart, isAfterLead, isTooFarAhead } from '#domain/bookings/start-times.ts'
import { isPlanOfferedOn, rateFor } from '#domain/catalogue/pricing.ts'
import { fitsLongestRide } from '#domain/catalogue/property-rules.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import { dayOf, weekdayOf } from '#domain/time/india-time.ts'
import { dayOrDateText, roundedUpTimeText, timeOrDayAndTimeText } from '#domain/time/time-texts.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import { rateColumns } from '#server/catalogue/pricing.ts'
import { ruleColumns, withDefaultRules } from '#server/catalogue/properties.ts'
import { db } from '#server/db/client.ts'
import { type BookingRow, bookings } from '#server/db/schema/bookings.ts'
import { legacy_pricing, pricing_plans, properties, property_settings, scooters } from '#server/db/schema/catalogue.ts'
import { type CallContext, implement } from '#server/http/operation.ts'
import { clientIp, isFirstWithin, limitOrders, limitResumes, throttleKey } from '#server/http/throttle.ts'
import { createOrder, waitForOrder } from '#server/payments/orders.ts'
import { checkoutOrder } from '#server/payments/provider/provider.ts'
import { reconcileOrRefuse } from '#server/payments/reconcile.ts'
import { newId } from '#server/runtime/crypto.ts'
import { refusal, retryAfter } from '#server/runtime/refusal.ts'
import type { Rider } from '#server/sessions/sessions.ts'
import type { HoldLimit } from '#server/slots/hold-limits.ts'
import { type HoldRequest, reserve } from '#server/slots/reserve.ts'

/** Minutes by which the server relaxes the lead time, for slow phones and networks. */
export const SLOT_LEAD_LENIENCY_MINUTES = 5

type BookingRequest = ServerInput<typeof contract.createHourlyBooking>['body']

export const createHourlyBooking = implement(contract.createHourlyBooking, async ({ body }, rider, call) => {
  const { now } = call
  const [quoted] = await Promise.all([quote(body, rider, now), limitOrders(rider.id, now)])
  const window = windowFrom(body.start_time, quoted.hours)
  const request = {
    ...quoted,
    note_to_staff: body.note_to_staff,
    terms_version: body.terms_version,
    user_id: rider.id,
    window
  }
  return holdWithOrder(request, 'scooter_unavailable', call)
})

/** The requested ride with its present price, under the present rules of the property. */
async function quote(request: BookingRequest, rider: Rider, now: Date) {
  const scooter = await findBookableScooter(request)
  if (scooter.property_id !== rider.property_id) throw refusal('scooter_not_found')
  if (scooter.status !== 'Available') throw refusal('scooter_unavailable')
  refuseStart(request.start_time, scooter, now)
  const offer = offerOf(request, scooter)
  refuseLength(offer.hours, scooter)
  return {
    ...offer,
    buffer_minutes: scooter.buffer_minutes,
    scooter_id: request.scooter_id,
    terms: termsFrom(scooter)
  }
}

type StartRules = Pick<Opening, 'lead_minutes'> & { max_days_ahead: number }

/** Throws if no ride of the property starts then, as far as the clock decides. */
export function refuseStart(start: Date, rules: StartRules, now: Date): void {
  if (!isAfterLead(start, now, rules, SLOT_LEAD_LENIENCY_MINUTES)) {
    if (start <= now) throw refusal('start_passed')
    throw refusal('start_too_soon', timeOrDayAndTimeText(firstBookableStart(now, rules), now))
  }
  if (isTooFarAhead(start, now, rules.max_days_ahead)) throw refusal('start_too_far', rules.max_days_ahead)
}

/** Throws if the property does not rent for so long. */
export function refuseLength(hours: number, { max_ride_hours }: { max_ride_hours: number }): void {
  if (!fitsLongestRide(hours, max_ride_hours)) throw refusal('ride_too_long', max_ride_hours)
}

/** With its present prices and the rules of its property. Throws 404 if there is none. */
export async function findBookableScooter({
  pricing_plan_id,
  scooter_id
}: Pick<BookingRequest, 'pricing_plan_id' | 'scooter_id'>) {
  const [scooter] = await db
    .select({
      plan: pricing_plans,
      property_id: properties.id,
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
  if (!scooter) throw refusal('scooter_not_found')
  return withDefaultRules(scooter)
}

type Prices = Pick<Awaited<ReturnType<typeof findBookableScooter>>, 'plan' | 'rates'>

// The server alone computes the price, from the rates at the time of the order.
function offerOf({ duration_hours, start_time }: BookingRequest, { plan, rates }: Prices) {
  if (duration_hours) {
    return { amount: rateFor(rates ?? DEFAULT_RATES, duration_hours), hours: duration_hours, plan: null }
  }
  if (!plan?.is_active) throw refusal('plan_not_available')
  if (!isPlanOfferedOn(plan, weekdayOf(dayOf(start_time)))) throw refusal('plan_not_on_day')
  return { amount: plan.cost, hours: plan.hours, plan: { id: plan.id, name: plan.name } }
}

const LIMIT_CODES = {
  address: 'too_many_first_holds',
  deadline: 'hold_ending_soon',
  rider: 'too_many_holds',
  scooter: 'too_many_holds_of_scooter'
} as const satisfies Record<HoldLimit['reason'], RefusalCode>

/**
 * Holds the window before creating the order, so two riders can never pay for one slot. Throws the `unavailable`
 * refusal if the scooter or the ride to extend has changed.
 */
export async function holdWithOrder(
  request: Omit<HoldRequest, 'address' | 'id'>,
  unavailable: 'cannot_extend' | 'scooter_unavailable',
  call: CallContext
) {
  const { clock, now } = call
  const address = throttleKey('first hold', clientIp(call))
  const reserved = await reserveWithNewId({ ...request, address }, now)
  switch (reserved.outcome) {
    case 'held':
      return createOrder({ amount: request.amount, id: reserved.id }, clock)
    case 'already_held':
      return waitForOrder(reserved.id, clock)
    case 'blocked':
      throw refusal(reserved.block)
    case 'closed':
      throw closedRefusal(reserved, now)
    case 'conflict':
      throw conflictRefusal(reserved.window)
    case 'own_ride':
      throw refusal('own_ride_overlaps')
    case 'limited':
      throw retryAfter(
        refusal(LIMIT_CODES[reserved.reason], roundedUpTimeText(reserved.until, now)),
        Math.ceil((reserved.until.getTime() - now.getTime()) / SECOND_MS)
      )
    case 'unavailable':
      throw refusal(unavailable)
  }
}

export const conflictRefusal = ({ end, start }: TimeWindow) =>
  refusal('booking_conflict').withHeaders({
    [CONFLICT_END_HEADER]: end.toISOString(),
    [CONFLICT_START_HEADER]: start.toISOString()
  })

function closedRefusal({ property, reason }: { property: string; reason: ClosedReason }, now: Date) {
  switch (reason.code) {
    case 'closed_on_date':
      return refusal(reason.code, property, dayOrDateText(reason.day, dayOf(now)))
    case 'outside_hours':
      return refusal(
        reason.code,
        bookingBlocksText.hourText(reason.opens_at),
        bookingBlocksText.hourText(reason.closes_at)
      )
    case 'property_paused':
      return refusal(reason.code, property, bookingBlocksText.pauseEndText(reason.until, now))
  }
}

/** With a million bookings, one id in 4,000 has a reference that is taken. */
const IDS_TRIED = 5

/** Tries new ids until one has a reference that no other booking has. */
async function reserveWithNewId(request: Omit<HoldRequest, 'id'>, now: Date) {
  for (let tried = 0; tried < IDS_TRIED; tried += 1) {
    const id = newId()
    const reserved = await reserve({ ...request, id }, now)
    if (reserved.outcome !== 'reference_taken') return { id, ...reserved }
  }
  throw new Error(`The references of ${IDS_TRIED} new ids are taken`)
}

/** An order is not reconciled again within this time. */
const ORDER_RECHECK_SECONDS = 5

async function findUnpaidBooking(id: string, userId: string): Promise<BookingRow> {
  const [booking] = await db
    .select()
    .from(bookings)
    .where(and(eq(bookings.id, id), eq(bookings.user_id, userId)))
  if (!booking) throw refusal('booking_not_found')
  if (booking.state === 'confirmed') throw refusal('already_paid')
  return booking
}

/**
 * 'Complete Payment'. Reconciles with the provider first, because the order may already be paid. Then returns the same
 * order while the hold lives, else refuses.
 *
 * The provider is queried at most once within `ORDER_RECHECK_SECONDS`. The webhook or the cron finds payments made in
 * that interval, and an order can be paid only once.
 */
export const resumePayment = implement(contract.resumePayment, async ({ params: { id } }, rider, { clock, now }) => {
  await limitResumes(rider.id, id, now)
  const stored = await findUnpaidBooking(id, rider.id)
  if (await isFirstWithin(throttleKey('order checked', id), ORDER_RECHECK_SECONDS, now))
    await reconcileOrRefuse(stored, stored.settling ? 'payment_being_confirmed' : 'order_failed', now)
  const booking = await findUnpaidBooking(id, rider.id)
  if (paymentStatusOf(booking, now) !== 'Pending') throw refusal('hold_expired')
  if (booking.settling) throw refusal('payment_being_confirmed')
  const { amount, hold_until, order_id } = booking
  return order_id === null ? waitForOrder(id, clock) : checkoutOrder({ amount, hold_until, id, order_id }, clock())
})
