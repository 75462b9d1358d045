import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelBookingAsAdmin, listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { exportBookings } from '#contract/bookings/bookings-csv.ts'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { bookAtDesk, getDeskOffer, payBackAtDesk } from '#contract/bookings/desk-booking.ts'
import { cancelBooking, previewCancellation } from '#contract/bookings/manage-ride.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { getHealth } from '#contract/monitoring/health.ts'
import { getNeeds } from '#contract/overview/needs.ts'
import { sendRefund } from '#contract/payments/refunds.ts'
import { getBooks } from '#contract/receipts/books.ts'
import { listReceipts } from '#contract/receipts/receipts.ts'
import { getToday } from '#contract/staff/today.ts'
import type { Bend } from '#domain/bookings/bends.ts'
import { slotStartOf } from '#domain/bookings/slots.ts'
import { DEFAULT_RATES, SLOT_MINUTES } from '#domain/constants.ts'
import type { DeskMethod } from '#domain/payments.ts'
import { bookYearOf } from '#domain/receipts.ts'
import { addMinutes, dayOf } from '#domain/time/india-time.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import * as deskText from '#messages/admin/desk.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import * as commonText from '#messages/common.ts'
import { signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { withPropertyRules } from '#tests/helpers/data/property-rules.ts'
import { insertPlan, insertScooter } from '#tests/helpers/data/rows.ts'
import { blockNow } from '#tests/helpers/data/stored-state.ts'
import { app, send, sql } from '#tests/helpers/servers/app.ts'
import { setUpPaymentTests } from '#tests/server/payments/sample-bookings.ts'

setUpPaymentTests()

let manager: Awaited<ReturnType<typeof signedInAdmin>>
let owner: Awaited<ReturnType<typeof signedInAdmin>>
let rider: Awaited<ReturnType<typeof signedInRider>>
let scooter: Awaited<ReturnType<typeof insertScooter>>
let count = 0
let property: string

const newId = () => (++count).toString(16).padStart(32, 'e')

beforeAll(async () => {
  property = (await signedInRider()).property_id
  owner = await signedInAdmin()
  manager = await signedInAdmin('manager', [property])
})

beforeEach(async () => {
  rider = await signedInRider({ name: 'Asha Rao', property_id: property })
  scooter = await insertScooter(property)
})

/** The slot that begins so many hours after the next one. */
const later = (hours: number) =>
  new Date(addMinutes(slotStartOf(new Date()), SLOT_MINUTES).getTime() + hours * HOUR_MS).toISOString()

const running = () => slotStartOf(new Date()).toISOString()

interface Wish {
  amount?: number
  bends?: Bend[]
  dry_run?: boolean
  hours?: number
  id?: string
  note?: string
  pay?: DeskMethod
  price?: number
  reason?: string
  scooter_id?: string
  start_time?: string
  user_id?: string
}

const { hourly_1: PRICE } = DEFAULT_RATES

const wish = (fields: Wish = {}) => ({
  body: {
    amount: PRICE,
    bends: [],
    hours: 1,
    id: newId(),
    pay: 'cash' as const,
    price: PRICE,
    scooter_id: scooter.id,
    start_time: later(24),
    user_id: rider.id,
    ...fields
  }
})

const book = async (fields: Wish = {}) => {
  const { booking } = await manager.call(bookAtDesk, wish(fields))
  if (!booking) throw new Error('Nothing was booked')
  return booking
}
const refused = (fields: Wish, by: Pick<typeof manager, 'refusal'> = manager) => by.refusal(bookAtDesk, wish(fields))

describe('a manager books by hand', () => {
  test.each(['cash', 'upi', 'card', 'room'] as const)('a ride that is paid by %s', async pay => {
    const booking = await book({ note: 'Room 12', pay })
    expect(booking).toMatchObject({ amount: PRICE, booking_type: 'manual', paid_by: pay, pay_note: 'Room 12' })
    expect(booking.payment_status).toBe('Completed')
    const [mine] = await rider.call(listMyBookings)
    expect(mine).toMatchObject({ amount: PRICE, id: booking.id, otp_pin: scooter.otp_pin, payment_status: 'Completed' })
    const [entry] = await sql('SELECT action, detail FROM audits WHERE subject = ?', booking.id)
    expect(entry).toEqual({ action: 'book_at_desk', detail: `₹${PRICE} · ${deskText.METHOD_WORDS[pay]}` })
    const [message] = await sql('SELECT kind, user_id FROM outbox WHERE booking_id = ?', booking.id)
    expect(message).toEqual({ kind: 'booked', user_id: rider.id })
  })

  test('a free ride, which shows no price, has no receipt and gives nothing back', async () => {
    const { id } = await book({ pay: 'free', reason: 'For the long wait' })
    expect(await rider.call(listMyBookings)).toMatchObject([{ amount: 0, id }])
    expect(await manager.call(listReceipts, { params: { id } })).toMatchObject({ receipts: [] })
    expect(await rider.call(previewCancellation, { params: { id } })).toMatchObject({ amount: 0, refund: 0 })
    await rider.call(cancelBooking, { body: { amount: 0 }, params: { id } })
    expect(await sql('SELECT 1 FROM refunds WHERE booking_id = ?', id)).toEqual([])
  })

  test('from the half hour that has begun on, at the price of the riders', async () => {
    const reason = 'Walk-in'
    const now = { bends: ['lead' as const], start_time: running() }
    expect(await manager.call(bookAtDesk, wish({ ...now, dry_run: true }))).toEqual({
      bends: ['lead'],
      booking: null,
      end_time: new Date(Date.parse(running()) + HOUR_MS).toISOString(),
      price: PRICE
    })
    expect(
      await refused({ ...now, start_time: new Date(Date.parse(running()) - HOUR_MS).toISOString() })
    ).toMatchObject({
      detail: bookingText.startPassed,
      status: 400
    })
    await book({ ...now, reason })
    const other = await signedInRider({ property_id: property })
    const order = await other.call(createHourlyBooking, {
      body: { duration_hours: 3, scooter_id: scooter.id, start_time: later(3) }
    })
    const { price } = await manager.call(bookAtDesk, wish({ dry_run: true, hours: 3 }))
    expect(price * 100).toBe(order.amount)
  })

  test('at the least price of a plan of the day and the rates together', async () => {
    const away = await signedInRider()
    const own = await signedInAdmin('manager', [away.property_id])
    const { id } = await insertScooter(away.property_id)
    await insertPlan(away.property_id, { cost: 100, hours: 4 })
    await insertPlan(away.property_id, { cost: 1, hours: 4, is_active: false })
    const request = wish({ dry_run: true, hours: 5, scooter_id: id, user_id: away.id })
    expect(await own.call(bookAtDesk, request)).toMatchObject({ price: 100 + PRICE })
    const offer = { params: { id: away.property_id }, query: { start: later(24) } }
    expect(await own.call(getDeskOffer, offer)).toMatchObject({ hours: 4, scooters: [{ id, is_free: true }] })
  })

  test('once with an id: a repeat answers the same, another booking with it is refused', async () => {
    const id = newId()
    const first = await manager.call(bookAtDesk, wish({ id }))
    expect(await manager.call(bookAtDesk, wish({ id }))).toEqual(first)
    for (const other of [{ hours: 2 }, { pay: 'upi' as const }, { amount: 1, reason: 'x' }, { start_time: later(30) }])
      expect(await refused({ id, ...other })).toMatchObject({ detail: deskText.changed, status: 409 })
    expect(await sql('SELECT 1 FROM payments WHERE booking_id = ?', id)).toHaveLength(1)
  })
})

describe('it is refused', () => {
  test('if the price has changed since it was shown', async () => {
    for (const price of [PRICE - 1, PRICE + 1])
      expect(await refused({ amount: price, price })).toMatchObject({ detail: deskText.changed, status: 409 })
    const { price, ...without } = wish().body
    expect(await manager.refusal(bookAtDesk, { body: without })).toMatchObject({ status: 409 })
  })

  test('without a reason for a lower amount or a free ride, and without a room for its bill', async () => {
    const field = (name: string, msg: string) => ({ detail: [{ loc: ['body', name], msg }], status: 422 })
    expect(await refused({ amount: PRICE - 1 })).toMatchObject(field('reason', commonText.whyMissing))
    expect(await refused({ pay: 'free' })).toMatchObject(field('reason', commonText.whyMissing))
    expect(await refused({ pay: 'room' })).toMatchObject(field('note', deskText.roomMissing))
    for (const amount of [0, PRICE + 1, 1.5])
      expect(await refused({ amount, reason: 'x' })).toMatchObject(field('amount', deskText.amountInvalid(`₹${PRICE}`)))
    expect(await sql('SELECT 1 FROM bookings WHERE scooter_id = ?', scooter.id)).toEqual([])
    expect(await book({ amount: 1, reason: 'A friend of the house' })).toMatchObject({ amount: 1 })
  })

  const isClosedAllDay = { closes_at: '00:30', opens_at: '00:00' }

  test.each<[Bend, Parameters<typeof withPropertyRules>[1], Wish]>([
    ['lead', {}, { start_time: running() }],
    ['days_ahead', { max_days_ahead: 1 }, { start_time: later(72) }],
    ['longest_ride', { max_ride_hours: 2 }, { hours: 3, price: DEFAULT_RATES.hourly_3 }],
    ['closed', isClosedAllDay, { start_time: later(30) }]
  ])('against the rule %s without a reason, and is booked with one', async (bend, rules, fields) => {
    await withPropertyRules([owner, property], rules, async () => {
      const request = { amount: fields.price ?? PRICE, bends: [bend], ...fields }
      expect(await manager.call(bookAtDesk, wish({ ...request, dry_run: true }))).toMatchObject({ bends: [bend] })
      expect(await refused(request)).toMatchObject({ detail: [{ msg: commonText.whyMissing }], status: 422 })
      expect(await refused({ ...request, bends: [], reason: 'x' })).toMatchObject({ status: 409 })
      const { id } = await book({ ...request, reason: 'Their train is late' })
      const [entry] = await sql('SELECT detail FROM audits WHERE subject = ?', id)
      expect(entry).toMatchObject({ detail: expect.stringContaining(`${deskText.BEND_WORDS[bend]} · Their train`) })
    })
  })

  test('within the buffer of another ride without a reason, and if a ride that was not shown takes it meanwhile', async () => {
    const other = await signedInRider({ property_id: property })
    await book({ start_time: later(26), user_id: other.id })
    await withPropertyRules([owner, property], { buffer_minutes: 60 }, async () => {
      const tight = { start_time: later(25) }
      expect(await refused(tight)).toMatchObject({ detail: deskText.changed, status: 409 })
      expect(await refused({ ...tight, bends: ['buffer'] })).toMatchObject({ status: 422 })
      await book({ ...tight, bends: ['buffer'], reason: 'They know each other' })
    })
  })

  test('whatever is in the way of the scooter or the rider', async () => {
    const other = await signedInRider({ property_id: property })
    await book({ user_id: other.id })
    const reason = 'x'
    const taken = await refused({ reason })
    expect(taken).toMatchObject({ detail: bookingText.bookingConflict, status: 400 })
    expect(taken.headers.get('x-conflict-start')).toBe(later(24))
    const second = await insertScooter(property)
    expect(await refused({ reason, scooter_id: second.id, user_id: other.id })).toMatchObject({
      detail: bookingText.overlappingOwnRide
    })
    await blockNow(second.id)
    expect(await refused({ bends: ['lead'], reason, scooter_id: second.id, start_time: running() })).toMatchObject({
      detail: bookingText.bookingConflict
    })
    const broken = await insertScooter(property, { status: 'Maintenance' })
    expect(await refused({ scooter_id: broken.id })).toMatchObject({ detail: bookingText.scooterUnavailable })
    await sql('UPDATE users SET suspended_at = 1 WHERE id = ?', rider.id)
    expect(await refused({ reason, scooter_id: second.id })).toMatchObject({
      detail: bookingBlocksText.BLOCK_TEXTS.rider_suspended,
      status: 403
    })
    await sql('UPDATE users SET suspended_at = NULL WHERE id = ?', rider.id)
    const offer = { params: { id: property }, query: { hours: '1', start: later(24), user_id: rider.id } }
    const { scooters } = await manager.call(getDeskOffer, offer)
    const isFree = (id: string) => scooters.find(each => each.id === id)?.is_free
    expect([scooter, broken, second].map(({ id }) => isFree(id))).toEqual([false, false, true])
  })

  test('for riders and scooters of another property, and to caretakers', async () => {
    const away = await signedInRider()
    const there = await insertScooter(away.property_id)
    expect(await refused({ user_id: away.id })).toMatchObject({ status: 404 })
    expect(await refused({ scooter_id: there.id, user_id: away.id })).toMatchObject({
      detail: bookingText.scooterNotFound,
      status: 404
    })
    expect(await refused({}, await signedInAdmin('caretaker', [property]))).toMatchObject({ status: 403 })
    await sql('UPDATE users SET deleted_at = 1 WHERE id = ?', rider.id)
    expect(await refused({})).toMatchObject({ status: 404 })
  })
})

describe('a refund of what was paid at the desk', () => {
  const cancelled = async (fields: Wish = {}) => {
    const booking = await book(fields)
    await rider.call(cancelBooking, { body: { amount: PRICE }, params: { id: booking.id } })
    return booking
  }
  const due = async (by: Pick<typeof manager, 'call'>) =>
    (await by.call(getNeeds)).rows.filter(row => row.kind === 'desk_back')

  test('waits for the desk, without an alarm or a mail, and is never sent', async () => {
    const before = await owner.call(getHealth)
    const { id } = await cancelled()
    expect(await rider.call(listMyBookings)).toMatchObject([{ refund: PRICE, refund_status: 'pending' }])
    const shown = { amount: PRICE, booking_id: id, id: `cash-${id}`, pay: 'cash', rider_name: 'Asha Rao' }
    expect(await due(manager)).toMatchObject([shown])
    await app.runMinute(new Date(Date.now() + 60_000))
    await app.runMinute(new Date(Date.now() + 120_000))
    expect(await sql('SELECT status, refund_id FROM refunds WHERE booking_id = ?', id)).toEqual([
      { refund_id: null, status: 'review' }
    ])
    expect((await owner.call(getHealth)).payments?.refunds_in_review).toBe(before.payments?.refunds_in_review)
    expect(await sql("SELECT 1 FROM outbox WHERE kind = 'refund_review' AND booking_id = ?", id)).toEqual([])
    expect((await owner.call(getNeeds)).rows.filter(row => row.kind === 'refund')).toEqual([])
    expect((await manager.call(getToday, { query: { property_id: property } })).desk_backs).toMatchObject([shown])
    const caretaker = await signedInAdmin('caretaker', [property])
    expect(await due(caretaker)).toEqual([])
    expect((await caretaker.call(getToday, { query: {} })).desk_backs).toBe(undefined)
    expect(await owner.refusal(sendRefund, { body: { amount: PRICE }, params: { id: `cash-${id}` } })).toMatchObject({
      detail: deskText.paidAtDesk,
      status: 409
    })
    await manager.call(payBackAtDesk, { body: { amount: PRICE, refund_id: `cash-${id}` }, params: { id } })
  })

  test.each(['cash', 'room'] as const)('is paid back there once, of a ride paid by %s', async pay => {
    const { id } = await cancelled({ note: '12', pay })
    const request = { body: { amount: PRICE, refund_id: `${pay}-${id}` }, params: { id } }
    expect(await manager.refusal(payBackAtDesk, { ...request, body: { ...request.body, amount: 1 } })).toMatchObject({
      detail: refundsText.amountChanged,
      status: 409
    })
    const other = await book({ start_time: later(40) })
    expect(await manager.refusal(payBackAtDesk, { ...request, params: { id: other.id } })).toMatchObject({
      status: 404
    })
    const details = await manager.call(payBackAtDesk, request)
    expect(details.refunds).toMatchObject([{ note: deskText.paidBack(pay), status: 'processed' }])
    expect((await manager.call(payBackAtDesk, request)).refunds).toEqual(details.refunds)
    expect(await owner.refusal(payBackAtDesk, request)).toMatchObject({ status: 409 })
    expect(await due(manager)).toEqual([])
    expect(await rider.call(listMyBookings)).toMatchObject([
      { id: other.id },
      { refund: PRICE, refund_status: 'processed' }
    ])
  })

  test('also comes from a cancellation by a manager', async () => {
    const { id } = await book()
    await manager.call(cancelBookingAsAdmin, { body: { amount: PRICE }, params: { id } })
    expect(await due(manager)).toMatchObject([{ amount: PRICE, booking_id: id }])
    await manager.call(payBackAtDesk, { body: { amount: PRICE, refund_id: `cash-${id}` }, params: { id } })
  })
})

test('the books have what was paid at the desk by way, and a receipt of it', async () => {
  const year = String(bookYearOf(dayOf(new Date())))
  const sums = async () => {
    const months = (await owner.call(getBooks, { query: { year } })).months
    const desk = months.flatMap(month => month.desk ?? [])
    const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
    return [sumOf(desk.filter(({ pay }) => pay === 'upi')), months.reduce((sum, { received }) => sum + received, 0)]
  }
  const [upi = 0, received = 0] = await sums()
  const { id } = await book({ pay: 'upi' })
  expect(await sums()).toEqual([upi + PRICE, received + PRICE])
  expect((await rider.call(listReceipts, { params: { id } })).receipts).toMatchObject([{ total: PRICE }])
})

test('room bills are a filter, whose file says what the hotel has to settle', async () => {
  await book({ start_time: later(20) })
  const { id } = await book({ note: 'Room 12', pay: 'room' })
  const query = { pay: 'room' as const, property_id: property, user_id: rider.id }
  expect((await manager.call(listAllBookings, { query })).map(row => row.id)).toEqual([id])
  const file = await (await send(exportBookings, { query }, manager.token)).text()
  const [head, line, ...more] = file.trim().split('\r\n')
  expect(head?.endsWith('Paid by,Note,Refunded')).toBe(true)
  expect([line?.endsWith('Room bill,Room 12,0'), more]).toEqual([true, []])
  const all = await (await send(exportBookings, { query: { user_id: rider.id } }, manager.token)).text()
  expect(all).not.toContain('Room 12')
})
