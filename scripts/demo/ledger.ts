import { DISMISSED_BY_RIDER } from '#contract/payments/orders.ts'
import { DEFAULT_TERMS, refundPaise, termsFrom } from '#domain/bookings/cancellation.ts'
import { cellsOf } from '#domain/bookings/slots.ts'
import { type DurationChoice, rateFor } from '#domain/catalogue/pricing.ts'
import { DEFAULT_RATES, EXTENDABLE_MINUTES, HOLD_MINUTES } from '#domain/constants.ts'
import { CURRENCY, paiseOf } from '#domain/money.ts'
import { deskMethodOf, deskPaymentId } from '#domain/payments.ts'
import { addDays, addMinutes, type Day, dayOf, daysBetween, instantAt } from '#domain/time/india-time.ts'
import { DAY_MINUTES } from '#domain/time/time-units.ts'
import type { audits } from '#server/db/schema/admins.ts'
import type { bookings, moves, problems, slot_claims } from '#server/db/schema/bookings.ts'
import type {
  compensations,
  payments,
  payout_days,
  payouts,
  refunds,
  sandbox_orders,
  sandbox_payments,
  sandbox_refunds
} from '#server/db/schema/payments.ts'
import { dateFrom } from '#server/db/sql.ts'
import { SETTLED_AFTER_DAYS, toPayout } from '#server/payments/provider/sandbox-payouts.ts'
import { newId } from '#server/runtime/crypto.ts'
import { DEMO_ADMIN } from './people.ts'
import { DEMO_PROBLEMS, DEMO_PROPERTIES } from './properties.ts'
import { type DemoRide, demoRides, pastMonths } from './rides.ts'

/**
 * Minutes between booking and start, or now for future rides. Each ride is booked earlier than the one before it, so
 * that lists have a fixed order.
 */
const BOOKED_BEFORE_MINUTES = 25
const BETWEEN_BOOKINGS_MINUTES = 7

const NOTED_BEFORE_MINUTES = 5 * DAY_MINUTES
const REPORTED_BEFORE_MINUTES = 20
const WINDOW_IN_DAYS = 4

function propertyOf({ scooter }: DemoRide) {
  for (const property of DEMO_PROPERTIES) {
    const found = property.scooters.find(({ id }) => id === scooter)
    if (found) return { property, scooter: found }
  }
  throw new Error(`No scooter ${scooter} in the demo`)
}

function priceOf(ride: DemoRide) {
  const { property } = propertyOf(ride)
  const plan = property.plans.find(({ id }) => id === ride.plan)
  const amount = plan ? plan.cost : rateFor(property.rates ?? DEFAULT_RATES, ride.hours as DurationChoice)
  return { amount, plan_id: plan?.id ?? null, plan_name: plan?.name ?? null }
}

/** When the ride ended, early or as booked, and since when it counts as returned. */
function endOf({ returnedAfter, state, window }: DemoRide, now: Date) {
  const end_at = returnedAfter === undefined ? window.end : addMinutes(window.start, returnedAfter)
  const isOver = state === 'confirmed' && end_at <= addMinutes(now, -EXTENDABLE_MINUTES)
  return {
    booked_end_at: returnedAfter === undefined ? null : window.end,
    end_at,
    returned_at: isOver ? end_at : null
  }
}

type BookingRow = typeof bookings.$inferInsert
/** Of what was paid at the desk, the sandbox knows nothing. */
type Booking = BookingRow & { id: string; order_id: string | null }

/** Whoever cancels so long before the start is late. */
const CANCELLED_BEFORE_MINUTES = 20

/** Who cancelled the booking, and the share of its price that is refunded. */
function cancellationOf({ isOwed, refundPercent, state, window }: DemoRide) {
  if (state !== 'cancelled') return {}
  const updated_at = addMinutes(window.start, -CANCELLED_BEFORE_MINUTES)
  const byAdmin = { cancelled_by: 'admin' as const, refund_percent: 100 }
  if (refundPercent === undefined) return isOwed ? { ...byAdmin, updated_at } : byAdmin
  return { cancelled_by: 'rider' as const, refund_percent: refundPercent, updated_at }
}

function bookingOf(ride: DemoRide, index: number, now: Date): Booking {
  const { property, scooter } = propertyOf(ride)
  const needed = ride.window.start < now ? ride.window.start : now
  const booked = addMinutes(needed, -(BOOKED_BEFORE_MINUTES + index * BETWEEN_BOOKINGS_MINUTES))
  const created_at = ride.state === 'held' ? now : booked
  const id = newId()
  const payment_id = ride.pay ? deskPaymentId(ride.pay, id) : `pay_${newId()}`
  return {
    ...priceOf(ride),
    ...endOf(ride, now),
    created_at,
    hold_until: ride.state === 'held' ? addMinutes(now, HOLD_MINUTES) : null,
    hours: ride.hours,
    id,
    kind: ride.isExtension ? 'extension' : 'ride',
    order_id: ride.pay ? null : `order_${newId()}`,
    paid_at: isPaid(ride) ? created_at : null,
    payment_id: isPaid(ride) ? payment_id : null,
    property_id: property.id,
    property_name: property.name,
    scooter_id: scooter.id,
    scooter_name: scooter.name,
    revision: ride.movedFrom ? 1 : 0,
    start_at: ride.window.start,
    state: ride.state,
    terms: ride.isExtension ? null : termsFrom({ ...DEFAULT_TERMS, ...property.rules }),
    updated_at: created_at,
    user_id: ride.rider,
    ...cancellationOf(ride)
  }
}

function isRefunded(state: BookingRow['state']): boolean {
  return state === 'cancelled' || state === 'refunded'
}

function isPaid({ state }: DemoRide): boolean {
  return state === 'confirmed' || isRefunded(state)
}

/** Confirmed bookings keep their claims; holds keep them until they expire. */
function claimsOf(booking: BookingRow): (typeof slot_claims.$inferInsert)[] {
  const { end_at, hold_until, id, scooter_id, start_at, state } = booking
  if (state !== 'confirmed' && state !== 'held') return []
  const { endCell, firstCell } = cellsOf({ end: end_at, start: start_at })
  return Array.from({ length: endCell - firstCell }, (_, index) => ({
    booking_id: id,
    cell: firstCell + index,
    hold_until,
    scooter_id
  }))
}

function attemptsOf({ amount, created_at, id, payment_id, state }: Booking): (typeof payments.$inferInsert)[] {
  const attempt = { booking_id: id, created_at }
  const paise = deskMethodOf(payment_id ?? null) === 'free' ? 0 : paiseOf(amount)
  const captured = { currency: CURRENCY, paise, status: 'captured' } as const
  if (payment_id) return [{ ...attempt, ...captured, id: payment_id, payment_id }]
  return state === 'held' ? [] : [{ ...attempt, id: newId(), reason: DISMISSED_BY_RIDER, status: 'dismissed' }]
}

const refundedPaise = ({ amount, refund_percent }: BookingRow) => refundPaise(paiseOf(amount), refund_percent ?? 100)

function refundsOf(booking: BookingRow): (typeof refunds.$inferInsert)[] {
  const { id, payment_id, state, updated_at: created_at } = booking
  if (!isRefunded(state) || !payment_id) return []
  const reason = state === 'cancelled' ? state : 'slot_lost'
  const row = { booking_id: id, created_at, id: payment_id, paise: refundedPaise(booking), payment_id, reason } as const
  const bank_reference = `SANDBOX-${payment_id.slice(-12)}`
  return [{ ...row, bank_reference, processed_at: created_at, refund_id: `rfnd_${payment_id}`, status: 'processed' }]
}

/** What the riders of these rides are owed. */
function compensationsOf(
  rides: readonly DemoRide[],
  booked: readonly Booking[]
): (typeof compensations.$inferInsert)[] {
  return rides.flatMap(({ isOwed }, index) => {
    const row = booked[index]
    if (!(isOwed && row?.terms)) return []
    const paid = paiseOf(row.amount)
    const lost = paid - refundPaise(paid, row.terms.late_cancel_percent)
    return [{ booking_id: row.id, created_at: row.updated_at, paise: lost }]
  })
}

function activityOf({ cancelled_by, created_at, id, order_id }: Booking): (typeof audits.$inferInsert)[] {
  const entry = { admin_id: DEMO_ADMIN.id, created_at, id: newId(), subject: id }
  if (order_id === null) return [{ ...entry, action: 'book_at_desk', detail: DESK_REASON }]
  return cancelled_by === 'admin' ? [{ ...entry, action: 'cancel_booking' }] : []
}

const DESK_REASON = 'Walk-in'

function ordersOf({ amount, created_at, id, order_id }: Booking): (typeof sandbox_orders.$inferInsert)[] {
  return order_id === null ? [] : [{ amount: paiseOf(amount), created_at, id: order_id, receipt: id }]
}

function bankPaymentsOf(booking: Booking): (typeof sandbox_payments.$inferInsert)[] {
  const { amount, created_at, order_id, payment_id, state } = booking
  if (!payment_id || order_id === null) return []
  const isWhole = isRefunded(state) && refundedPaise(booking) === paiseOf(amount)
  const status = isWhole ? 'refunded' : 'captured'
  return [{ amount: paiseOf(amount), created_at, id: payment_id, order_id, status }]
}

/** The bank keeps a row of each refund. Only a part names our row as its receipt. */
function bankRefundsOf(booking: Booking): (typeof sandbox_refunds.$inferInsert)[] {
  return refundsOf(booking).map(({ created_at, id, paise, payment_id, refund_id }) => {
    const isWhole = paise === paiseOf(booking.amount)
    return { amount: paise, created_at, id: refund_id ?? '', payment_id, receipt: isWhole ? null : id }
  })
}

/** Joins each extension to the ride before it, which then ends with it. */
function joinExtensions(rows: readonly Booking[]): Booking[] {
  return rows.map((row, index) => {
    if (row.kind === 'extension') return { ...row, returned_at: null, ride_id: rows[index - 1]?.id }
    const next = rows[index + 1]
    return next?.kind === 'extension' ? { ...row, returned_at: next.returned_at, revision: 1 } : row
  })
}

/** The rides of the list that the staff have moved. */
function movesOf(rides: readonly DemoRide[], booked: readonly Booking[]): (typeof moves.$inferInsert)[] {
  return rides.flatMap(({ movedFrom }, index) => {
    const row = booked[index]
    if (!movedFrom || !row) return []
    const { created_at, id: ride_id, scooter_id: to_scooter_id } = row
    return [{ created_at, from_scooter_id: movedFrom, moved_by: 'admin', revision: 1, ride_id, to_scooter_id }]
  })
}

/**
 * A damage that the riders of a scooter are told of, a report of the ride that runs on another one, and a window with a
 * paid ride inside.
 */
function problemsOf(booked: readonly Booking[], photo: string, now: Date): (typeof problems.$inferInsert)[] {
  const noted = addMinutes(now, -NOTED_BEFORE_MINUTES)
  const reported = addMinutes(now, -REPORTED_BEFORE_MINUTES)
  const ride = booked.find(
    ({ end_at, scooter_id, start_at, state }) =>
      scooter_id === DEMO_PROBLEMS.reported && state === 'confirmed' && start_at <= now && end_at > now
  )
  const rowAt = (at: Date, scooter_id: string) => ({ created_at: at, id: newId(), scooter_id, updated_at: at })
  const damage = { is_rideable: true, kind: 'damaged' } as const
  const day = addDays(dayOf(now), WINDOW_IN_DAYS)
  const window = { blocked_from: instantAt(day, '17:00'), blocked_until: instantAt(day, '21:00') }
  return [
    { ...rowAt(noted, DEMO_PROBLEMS.known), ...damage, note: 'left mirror scratched', state: 'known' },
    {
      ...rowAt(reported, DEMO_PROBLEMS.reported),
      ...damage,
      booking_id: ride?.id ?? null,
      photo_id: photo,
      state: 'open',
      user_id: ride?.user_id ?? null,
      words: 'The seat is torn'
    },
    {
      ...rowAt(noted, DEMO_PROBLEMS.known),
      ...window,
      is_rideable: false,
      kind: 'service',
      note: 'New brake pads',
      state: 'open'
    }
  ]
}

type PayoutRow = typeof payouts.$inferInsert

/** What the sandbox has paid out of these payments and refunds since the month before last. */
function payoutsOf(paid: readonly (Parameters<typeof toPayout>[0] & { created_at: Date })[], now: Date): PayoutRow[] {
  return paid.flatMap(row => {
    const day = addDays(dayOf(row.created_at), SETTLED_AFTER_DAYS)
    if (day > dayOf(now)) return []
    const payout = toPayout(row, day)
    const settled_at = dateFrom(payout.settled_at)
    return [{ ...payout, counted_at: settled_at, settled_at }]
  })
}

/** A payment of the operator's shop, so that the month before last does not agree with the bank. */
function payoutOfTheShop(now: Date) {
  const [, month] = pastMonths(now)
  return { amount: 14_000, created_at: instantAt(`${month}-12`, '12:00'), id: 'pay_OfTheShop' }
}

/** The days that were read, until now. */
function payoutDaysOf(now: Date): (typeof payout_days.$inferInsert)[] {
  const first: Day = `${pastMonths(now)[1]}-01`
  return Array.from({ length: daysBetween(first, dayOf(now)) + 1 }, (_, index) => ({
    day: addDays(first, index),
    read_at: now,
    tried_at: now
  }))
}

/** All rows of the demo's bookings, as if they had been booked and paid in the sandbox. */
export function demoLedger(now: Date, photo: string) {
  const rides = demoRides(now)
  const booked = joinExtensions(rides.map((ride, index) => bookingOf(ride, index, now)))
  const sandbox_payments = booked.flatMap(bankPaymentsOf)
  const sandbox_refunds = booked.flatMap(bankRefundsOf)
  return {
    audits: booked.flatMap(activityOf),
    bookings: booked,
    compensations: compensationsOf(rides, booked),
    moves: movesOf(rides, booked),
    payments: booked.flatMap(attemptsOf),
    payout_days: payoutDaysOf(now),
    payouts: payoutsOf([...sandbox_payments, ...sandbox_refunds, payoutOfTheShop(now)], now),
    problems: problemsOf(booked, photo, now),
    refunds: booked.flatMap(refundsOf),
    sandbox_orders: booked.flatMap(ordersOf),
    sandbox_payments,
    sandbox_refunds,
    slot_claims: booked.flatMap(claimsOf)
  }
}
