import { and, eq, isNull } from 'drizzle-orm'
import * as contract from '#contract/bookings/desk-booking.ts'
import type { ServerInput } from '#contract/kit/endpoint.ts'
import { BENDS, type Bend, bendsOf } from '#domain/bookings/bends.ts'
import { termsFrom } from '#domain/bookings/cancellation.ts'
import { cheapestPrice, offersFrom } from '#domain/bookings/extension.ts'
import { slotStartOf, windowFrom } from '#domain/bookings/slots.ts'
import { plansOn, shortestHours } from '#domain/catalogue/pricing.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import { sortRows } from '#domain/kit/rows.ts'
import { CURRENCY, paiseOf, rupeesText } from '#domain/money.ts'
import { deskMethodOf, deskPaymentId } from '#domain/payments.ts'
import { addMinutes, dayOf, weekdayOf } from '#domain/time/india-time.ts'
import * as deskText from '#messages/admin/desk.ts'
import * as commonText from '#messages/common.ts'
import { activityInsert } from '#server/activity/activity.ts'
import { conflictRefusal, findBookableScooter, SLOT_LEAD_LENIENCY_MINUTES } from '#server/bookings/create-booking.ts'
import { db, prepareNamed, readRows, runIdempotent } from '#server/db/client.ts'
import { pricing_plans } from '#server/db/schema/catalogue.ts'
import { dateFrom, secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { closeByHand, findRefundOf, reviewDeskRefunds } from '#server/payments/refunds/admin-refunds.ts'
import { SETTLE } from '#server/payments/settle.ts'
import { invalidField, refusal } from '#server/runtime/refusal.ts'
import { isInService } from '#server/slots/booking-sql.ts'
import {
  CONFLICTS,
  type ConflictRows,
  conflictParams,
  isFree,
  selectConflicts,
  selectUnrideable
} from '#server/slots/conflicts.ts'
import { IS_OPEN, openingFrom } from '#server/slots/opening.ts'
import {
  type BlockRow,
  type HoldRequest,
  holdParams,
  IS_NEW,
  insertHold,
  OF_BOOKABLE_SCOOTER,
  reserveBatch,
  SELECT_BLOCK
} from '#server/slots/reserve.ts'
import { adminBookingById } from './admin-bookings.ts'
import { bookingById, loadBookingPayments } from './booking-payments.ts'

// The staff book by hand for a rider who pays at the desk, and pay back there what is refunded.

type DeskRequest = ServerInput<typeof contract.bookAtDesk>['body']

/** What a property offers on the day of a start. */
async function plansOf(propertyId: string, start: Date) {
  const plans = await db
    .select()
    .from(pricing_plans)
    .where(and(eq(pricing_plans.property_id, propertyId), isNull(pricing_plans.archived_at)))
  return plansOn(weekdayOf(dayOf(start)), plans)
}

const SELECT_SCOOTERS = `
SELECT s.id, s.name, ${isInService('s', 'p')} AND NOT EXISTS (${selectConflicts('s.id')})
       AND NOT EXISTS (${selectUnrideable('s.id')}) AS is_free
  FROM scooters s JOIN properties p ON p.id = s.property_id
 WHERE s.property_id = :property AND s.archived_at IS NULL`

export const getDeskOffer = implement(
  contract.getDeskOffer,
  async ({ params: { id: property }, query: { start, user_id = '', ...asked } }, _, { now }) => {
    const hours = asked.hours ?? shortestHours(weekdayOf(dayOf(start)), await plansOf(property, start))
    const window = windowFrom(start, hours)
    const params = conflictParams({ buffer_minutes: 0, ride: null, rider: user_id, window }, now)
    const { results } = await prepareNamed(SELECT_SCOOTERS, { ...params, id: '', property }).all<{
      id: string
      is_free: 0 | 1
      name: string
    }>()
    return {
      hours,
      scooters: sortRows(results, 'name').map(({ is_free, ...row }) => ({ ...row, is_free: is_free === 1 }))
    }
  }
)

// HOLD for a booking by hand: without the limits on unpaid holds, and against rules that may be bent. Its payment follows
// in the same batch.

const HOLD = insertHold(OF_BOOKABLE_SCOOTER, `${isFree(':scooter', `(:isClosedBent OR ${IS_OPEN})`)} AND ${IS_NEW}`)

/** The first steps of the batch. Parameters: `deskHoldParams`. */
const DESK_HOLD_STEPS = reserveBatch(HOLD)

/** SQL: this batch holds the booking :id, because the hold of a rider has an order, or waits for it. */
const IS_HELD_AT_DESK =
  "id = :id AND state = 'held' AND created_at = :now AND order_id IS NULL AND ordering_until IS NULL"

/** A bent buffer is one of 0 minutes. */
const deskHoldParams = (request: Omit<HoldRequest, 'address'>, bends: readonly Bend[], now: Date) => ({
  ...holdParams({ ...request, buffer_minutes: bends.includes('buffer') ? 0 : request.buffer_minutes }, now),
  isClosedBent: Number(bends.includes('closed'))
})

const SELECT_RIDER = `
SELECT u.id FROM users u JOIN scooters s ON s.property_id = u.property_id
 WHERE u.id = :rider AND s.id = :scooter AND u.deleted_at IS NULL`

interface CheckedRows extends ConflictRows {
  block: BlockRow
  rider: { id: string }
}

interface Wanted extends Pick<HoldRequest, 'buffer_minutes' | 'hours' | 'scooter_id' | 'user_id' | 'window'> {
  rules: { max_days_ahead: number; max_ride_hours: number }
}

/** The rules that the booking bends. Throws what prevents it. */
async function bendsOfHold(wanted: Wanted, now: Date): Promise<Bend[]> {
  const { buffer_minutes, hours, rules, scooter_id: scooter, user_id: rider, window } = wanted
  const params = { ...conflictParams({ buffer_minutes, ride: null, rider, window }, now), id: '', scooter }
  const { block, bufferConflict, conflict, ownRide, ...rows } = await readRows<CheckedRows>(
    { block: SELECT_BLOCK, rider: SELECT_RIDER, ...CONFLICTS },
    params
  )
  const [[checked], [taken = rows.unrideable[0]]] = [block, conflict]
  if (!checked || rows.rider.length === 0) throw refusal('user_not_found')
  if (checked.block) throw refusal(checked.block)
  if (taken) throw conflictRefusal({ end: dateFrom(taken.end_at), start: dateFrom(taken.start_at) })
  if (ownRide.length > 0) throw refusal('own_ride_overlaps')
  const ride = { hours, isInBuffer: bufferConflict.length > 0, start: window.start }
  return bendsOf(ride, { ...rules, opening: openingFrom(checked) }, now)
}

/** What the booking would be now, by the price of all who book these hours. Throws what prevents it. */
async function quote({ hours, scooter_id, start_time, user_id }: DeskRequest, now: Date) {
  const scooter = await findBookableScooter({ scooter_id })
  if (scooter.status !== 'Available') throw refusal('scooter_unavailable')
  if (start_time < slotStartOf(addMinutes(now, -SLOT_LEAD_LENIENCY_MINUTES))) throw refusal('start_passed')
  const { buffer_minutes, property_id, rates } = scooter
  const window = windowFrom(start_time, hours)
  const wanted = { buffer_minutes, hours, scooter_id, user_id, window }
  const [plans, bends] = await Promise.all([
    plansOf(property_id, start_time),
    bendsOfHold({ ...wanted, rules: scooter }, now)
  ])
  return {
    bends,
    hold: { ...wanted, plan: null, terms: termsFrom(scooter) },
    price: cheapestPrice(hours, offersFrom(rates ?? DEFAULT_RATES, plans))
  }
}

const PAY = `
INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, reason, created_at)
SELECT :payment, id, :payment, 'captured', :paise, '${CURRENCY}', nullif(:payNote, ''), :now
  FROM bookings WHERE ${IS_HELD_AT_DESK}
    ON CONFLICT DO NOTHING`

// The ride may be on another scooter by now.
const SELECT_MADE = `
SELECT coalesce(b.user_id = :rider AND b.start_at = :start AND b.hours = :hours AND p.paise = :paise
         AND :scooter IN (SELECT b.scooter_id UNION ALL SELECT m.from_scooter_id FROM moves m WHERE m.ride_id = b.id), 0) AS is_same
  FROM bookings b LEFT JOIN payments p ON p.id = :payment AND p.booking_id = b.id WHERE b.id = :id`

const paiseAtDesk = ({ amount, pay }: DeskRequest) => (pay === 'free' ? 0 : paiseOf(amount))

const isBendShown = ({ bends }: DeskRequest, present: readonly string[]) =>
  BENDS.every(bend => bends.includes(bend) === present.includes(bend))

/** The answer to a booking that exists, whichever request has made it. Throws 409 if its id is that of another one. */
async function answerOf(request: DeskRequest, now: Date) {
  const { hours, id, pay, scooter_id: scooter, start_time, user_id: rider } = request
  const params = { hours, id, paise: paiseAtDesk(request), payment: deskPaymentId(pay, id), rider, scooter }
  const isSame = await prepareNamed(SELECT_MADE, { ...params, start: secondsOf(start_time) }).first<0 | 1>('is_same')
  if (isSame === null) return null
  if (isSame === 0) throw refusal('desk_changed')
  return {
    bends: BENDS.filter(bend => request.bends.includes(bend)),
    booking: await adminBookingById(id, now),
    end_time: windowFrom(start_time, hours).end.toISOString(),
    price: request.price ?? 0
  }
}

/** Throws 422 if something is missing that the staff have to say. */
function assertExplained({ amount, bends, note, pay, reason }: DeskRequest, price: number): void {
  if (pay !== 'free' && !(Number.isInteger(amount) && amount >= 1 && amount <= price))
    throw invalidField('amount', deskText.amountInvalid(rupeesText(price)))
  if (pay === 'room' && note === '') throw invalidField('note', deskText.roomMissing)
  if (reason === '' && (pay === 'free' || amount < price || bends.length > 0))
    throw invalidField('reason', commonText.whyMissing)
}

export const bookAtDesk = implement(contract.bookAtDesk, async ({ body }, admin, { now }) => {
  if (body.dry_run) {
    const { bends, hold, price } = await quote(body, now)
    return { bends, booking: null, end_time: hold.window.end.toISOString(), price }
  }
  const repeated = await answerOf(body, now)
  if (repeated) return repeated
  const { bends, hold, price } = await quote(body, now)
  if (body.price !== price || !isBendShown(body, bends)) throw refusal('desk_changed')
  assertExplained(body, price)
  const { id, note, pay, reason } = body
  const amount = pay === 'free' ? price : body.amount
  const params = {
    ...deskHoldParams({ ...hold, amount, id }, bends, now),
    paise: paiseAtDesk(body),
    payNote: note,
    payment: deskPaymentId(pay, id)
  }
  const paid = pay === 'free' ? deskText.METHOD_WORDS.free : `${rupeesText(amount)} · ${deskText.METHOD_WORDS[pay]}`
  const detail = commonText.joinFacts(paid, ...bends.map(bend => deskText.BEND_WORDS[bend]), reason)
  const when = `EXISTS (SELECT 1 FROM bookings WHERE ${IS_HELD_AT_DESK})`
  const entry = activityInsert({ action: 'book_at_desk', detail, subject: id }, { admin, now, when }, params)
  await runIdempotent([...DESK_HOLD_STEPS, entry, PAY, ...SETTLE], params)
  const booked = await answerOf(body, now)
  if (booked) return booked
  // Somebody was faster: says what is in the way, or that a rule, a price or the reference of the id is.
  await quote(body, now)
  throw refusal('desk_changed')
})

export const payBackAtDesk = implement(
  contract.payBackAtDesk,
  async ({ body: { amount, refund_id }, params: { id } }, admin, { now }) => {
    await reviewDeskRefunds()
    const refund = await findRefundOf(refund_id, amount, now)
    const method = deskMethodOf(refund.payment_id)
    if (method === null || refund.booking_id !== id) throw refusal('refund_not_found')
    await closeByHand(refund, { amount, note: deskText.paidBack(method) }, { admin, now })
    return loadBookingPayments(await bookingById(id), now)
  }
)
