import type { BookingState } from '#domain/bookings/booking-status.ts'
import { windowFrom } from '#domain/bookings/booking-window.ts'
import { paiseOf } from '#domain/catalogue/pricing.ts'
import { CURRENCY, SLOT_MINUTES } from '#domain/constants.ts'
import { addDays, addMinutes, dayOf, instantAt } from '#domain/time/india-time.ts'
import { DAY_MINUTES, HOUR_MINUTES, MINUTE_MS } from '#domain/time/time-units.ts'
import * as bookingTables from '#server/db/schema/bookings.ts'
import * as paymentTables from '#server/db/schema/payments.ts'
import type { Demo } from '../../../demo/demo.ts'
import { claimsOf, refundsOf } from '../../../demo/ledger.ts'
import { PLANS, PROPERTIES, planId, RIDER, RIDERS, riderId, SCOOTERS, scooterAt } from './portal-fixtures.ts'

// Generates bookings over the past two years and the next two weeks. Bookings of a scooter do not overlap.

export const PAST_DAYS = 730
const AHEAD_DAYS = 14
/** The longest plan, plus rounding of the start. */
const ROOM_MINUTES = 13 * HOUR_MINUTES
const SLOT_MS = SLOT_MINUTES * MINUTE_MS

interface Ride {
  /** Minutes between booking and start. */
  booked_before: number
  hours: number
  scooter: number
  start: Date
  state: Extract<BookingState, 'cancelled' | 'confirmed' | 'expired' | 'refunded' | 'released'>
  user_id: string
}

// The measured rider has the same rides in every database: one active, two upcoming, two past. Nobody else uses their
// scooters, so only the number of other bookings varies.
const RIDER_RIDES = [
  { hours: 6, scooter: 0, starts_in: -60 },
  { hours: 3, scooter: 1, starts_in: DAY_MINUTES },
  { hours: 1, scooter: 2, starts_in: 4 * DAY_MINUTES },
  { hours: 3, scooter: 3, starts_in: -3 * DAY_MINUTES },
  { hours: 12, scooter: 4, starts_in: -40 * DAY_MINUTES }
] as const
const OTHERS = SCOOTERS - RIDER_RIDES.length
/** A scooter at the rider's property that others book too. */
export const BUSY_SCOOTER = scooterAt(RIDER_RIDES.length).scooter_id

/** The request of the measured rider, later than all existing bookings. */
export function freeWindow(now: Date) {
  const { property_id } = scooterAt(RIDER_RIDES.length)
  const start_time = instantAt(addDays(dayOf(now), AHEAD_DAYS + 2), '10:00')
  return { pricing_plan_id: planId(property_id, PLANS[0].hours), scooter_id: BUSY_SCOOTER, start_time }
}

/** Uniform numbers from 0 to 1, the same in every run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function onGrid(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / SLOT_MS) * SLOT_MS)
}

/** The final state of a booking, for a number from 0 to 1. */
function endOf(random: number): Ride['state'] {
  if (random < 0.86) return 'confirmed'
  if (random < 0.92) return 'expired'
  if (random < 0.96) return 'released'
  return random < 0.99 ? 'refunded' : 'cancelled'
}

function riderRides(now: Date): Ride[] {
  return RIDER_RIDES.map(({ starts_in, ...ride }) => ({
    ...ride,
    booked_before: 2 * DAY_MINUTES,
    start: addMinutes(onGrid(now), starts_in),
    state: 'confirmed',
    user_id: RIDER.id
  }))
}

function others(count: number, now: Date): Ride[] {
  const draw = numbers(count)
  const opened = addMinutes(now, -PAST_DAYS * DAY_MINUTES)
  const gap = ((PAST_DAYS + AHEAD_DAYS) * DAY_MINUTES) / Math.ceil(count / OTHERS)
  return Array.from({ length: count }, (_, index) => {
    const scooter = RIDER_RIDES.length + (index % OTHERS)
    const home = Math.floor(scooter / (SCOOTERS / PROPERTIES))
    // The neighbour is never the measured rider.
    const neighbour = home + PROPERTIES * (1 + Math.floor(draw() * (RIDERS / PROPERTIES - 1)))
    const plan = PLANS[Math.floor(draw() * PLANS.length)] ?? PLANS[0]
    const into = Math.floor(index / OTHERS) * gap + draw() * (gap - ROOM_MINUTES)
    return {
      booked_before: 30 + draw() * 3 * DAY_MINUTES,
      hours: plan.hours,
      scooter,
      start: onGrid(addMinutes(opened, into)),
      state: endOf(draw()),
      user_id: riderId(neighbour)
    }
  })
}

type Booking = typeof bookingTables.bookings.$inferInsert

function bookingOf({ booked_before, hours, scooter, start, state, user_id }: Ride, now: Date) {
  const place = scooterAt(scooter)
  const needed = start < now ? start : now
  const created_at = addMinutes(needed, -booked_before)
  const plan = PLANS.find(one => one.hours === hours) ?? PLANS[0]
  return {
    ...place,
    amount: plan.cost,
    created_at,
    end_at: windowFrom(start, hours).end,
    hours,
    plan_id: planId(place.property_id, hours),
    plan_name: plan.name,
    start_at: start,
    state,
    updated_at: created_at,
    user_id
  }
}

function attemptOf({ amount, created_at, id, payment_id }: Booking) {
  const attempt = { booking_id: id, created_at, id: payment_id ?? `attempt-${id}`, payment_id }
  const captured = { currency: CURRENCY, paise: paiseOf(amount), status: 'captured' }
  return payment_id ? { ...attempt, ...captured } : { ...attempt, reason: 'Payment failed', status: 'failed' }
}

/** The rows of this many bookings at `now`, in the order of their creation. */
export function rides(count: number, now: Date): Demo['rows'] {
  const bookings: Booking[] = [...riderRides(now), ...others(count - RIDER_RIDES.length, now)]
    .map(ride => bookingOf(ride, now))
    .sort((one, other) => one.created_at.getTime() - other.created_at.getTime())
    .map((booking, index) => {
      const isPaid = booking.state === 'confirmed' || booking.state === 'refunded'
      const ids = { id: `booking-${index}`, order_id: `order-${index}`, payment_id: isPaid ? `pay-${index}` : null }
      return { ...booking, ...ids }
    })
  return [
    [bookingTables.bookings, bookings],
    [bookingTables.slot_claims, bookings.flatMap(claimsOf)],
    [paymentTables.payments, bookings.map(attemptOf)],
    [paymentTables.refunds, bookings.flatMap(refundsOf)]
  ]
}
