import { describe, expect, test } from 'vitest'
import { addMinutes } from '#domain/time/india-time.ts'
import * as commonText from '#messages/common.ts'
import * as problemsText from '#messages/problems.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { now } from '#tests/model/harness/clock.ts'
import { extendRide, payExtension, RIDE_END } from '#tests/model/harness/extensions.ts'
import {
  advanceTime,
  bank,
  cronAfter,
  findBrokenInvariants,
  startHarnessForEachTest,
  stateOf,
  storedBooking,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import { bookBy, booked, START } from '#tests/model/harness/sample-bookings.ts'
import { insertScooter, type Rider } from '#tests/model/harness/seed.ts'

// A window in which the staff need a scooter, and what becomes of the bookings inside.

startHarnessForEachTest()

const NUMBER = 7
const TO = addMinutes(START, 4 * 60)

type Changes = Partial<Parameters<typeof calls.blockScooter>[0]>

const block = (changes: Changes = {}) =>
  calls.blockScooter({ from: START, note: 'New brakes', number: NUMBER, scooter: 's0', to: TO, ...changes })

async function insideAfter(changes?: Changes) {
  const answer = await block(changes)
  if (!answer.isDone) throw new Error(JSON.stringify(answer.detail))
  return answer.body.hits
}

/** A paid ride on s0, `later` hours after START, of an hour. */
async function ride(rider: Rider, later = 0): Promise<{ id: string; price: number }> {
  const { amount, razorpay_order_id, session_id } = await booked(rider, 's0', later)
  await calls.reportPayment(rider, session_id, bank().pay(razorpay_order_id))
  return { id: session_id, price: amount / 100 }
}

const scooterOf = (id: string) => storedBooking(id)?.scooter_id

describe('a window', () => {
  test('shows its paid rides with what can be done; one that has ended or is outside is none', async () => {
    const first = await ride('r0')
    const second = await ride('r1', 2)
    await ride('r2', 5)
    const choices = { refund: first.price, targets: [{ id: 's1', name: 's1' }] }
    const inside = [
      { ...choices, end_time: RIDE_END.toISOString(), id: first.id, start_time: START.toISOString(), user_name: 'R' },
      { ...choices, id: second.id }
    ]
    const listed = await calls.ridesInside({ from: START, scooter: 's0', to: TO })
    expect(listed).toMatchObject({ body: inside })
    expect(await insideAfter()).toMatchObject(inside)
    advanceTime(60 + 61)
    expect(await insideAfter()).toMatchObject([{ id: second.id }])
  })

  test('moves, refunds and leaves its rides as decided, and tells their riders', async () => {
    const [moved, refunded, left] = [await ride('r0'), await ride('r1', 1), await ride('r2', 2)]
    const rides = [
      { id: moved.id, move_to: 's1' },
      { amount: refunded.price, id: refunded.id }
    ]
    expect(await insideAfter({ rides })).toMatchObject([{ id: left.id }])
    expect(scooterOf(moved.id)).toBe('s1')
    expect(storedBooking(refunded.id)).toMatchObject({ cancelled_by: 'admin', refund_percent: 100, state: 'cancelled' })
    expect(storedRefunds()).toMatchObject([{ booking_id: refunded.id, paise: refunded.price * 100 }])
    expect(scooterOf(left.id)).toBe('s0')
    expect(rows("SELECT booking_id FROM outbox WHERE kind = 'moved'")).toEqual([{ booking_id: moved.id }])
    expect(rows("SELECT booking_id FROM outbox WHERE kind = 'cancelled'")).toEqual([{ booking_id: refunded.id }])
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('releases the unpaid holds inside, which do not count against their riders; money that comes later goes back', async () => {
    const inside = await booked('r0')
    const outside = await booked('r1', 's0', 5)
    const other = await booked('r2', 's1')
    expect(await insideAfter()).toEqual([])
    const held = [inside, outside, other].map(({ session_id }) => stateOf(session_id))
    expect(held).toEqual(['released', 'held', 'held'])
    expect(storedBooking(inside.session_id)?.held_since).toBeNull()
    await calls.reportPayment('r0', inside.session_id, bank().pay(inside.razorpay_order_id))
    await cronAfter(3)
    expect(storedRefunds()).toMatchObject([{ booking_id: inside.session_id, paise: inside.amount }])
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('keeps a hold whose payment is being confirmed, which then is a ride inside', async () => {
    const { razorpay_order_id, session_id: id } = await booked('r0')
    rows('UPDATE bookings SET settling = 1 WHERE id = ?', id)
    expect(await insideAfter()).toEqual([])
    expect(stateOf(id)).toBe('held')
    await calls.reportPayment('r0', id, bank().pay(razorpay_order_id))
    expect(await insideAfter()).toMatchObject([{ id }])
  })

  test('ends an unpaid extension that reaches into it', async () => {
    const { id } = await ride('r0')
    advanceTime(90)
    expect(await extendRide(id)).toMatchObject({ outcome: 'held' })
    expect(await insideAfter({ from: RIDE_END, to: TO })).toEqual([])
    expect(rows("SELECT state FROM bookings WHERE kind = 'extension'")).toEqual([{ state: 'released' }])
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('goes on where the same call has stopped, and decides about a ride once', async () => {
    const [moved, refunded] = [await ride('r0'), await ride('r1', 1)]
    const rides = [
      { id: moved.id, move_to: 's1' },
      { amount: refunded.price, id: refunded.id }
    ]
    expect(await insideAfter({ rides: rides.slice(0, 1) })).toMatchObject([{ id: refunded.id }])
    advanceTime(31)
    expect(await insideAfter({ rides })).toEqual([])
    expect(await insideAfter({ rides })).toEqual([])
    expect(rows('SELECT ride_id FROM moves')).toEqual([{ ride_id: moved.id }])
    expect(storedRefunds()).toHaveLength(1)
    expect(rows("SELECT action FROM audits WHERE action = 'block_scooter'")).toHaveLength(1)
    expect(rows('SELECT kind FROM problems')).toEqual([{ kind: 'service' }])
  })

  test('leaves a ride whose scooter is taken, whose refund is another, or whose payment is disputed', async () => {
    const [taken, refunded, disputed] = [await ride('r0'), await ride('r1', 1), await ride('r2', 2)]
    await bookBy('r1', 's1')
    const payment = String(storedBooking(disputed.id)?.payment_id)
    rows(
      `INSERT INTO disputes (dispute_id, payment_id, booking_id, status, phase, reason, paise, paise_deducted, currency,
                             created_at, told_at)
       VALUES ('d', ?1, ?2, 'open', 'chargeback', '', 1, 0, 'INR', 0, 0)`,
      payment,
      disputed.id
    )
    const rides = [
      { id: taken.id, move_to: 's1' },
      { amount: refunded.price - 1, id: refunded.id },
      { amount: disputed.price, id: disputed.id }
    ]
    expect(await insideAfter({ rides })).toMatchObject([
      { id: taken.id, targets: [] },
      { id: refunded.id, refund: refunded.price },
      { id: disputed.id, refund: null }
    ])
    expect(storedRefunds()).toEqual([])
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('shows a ride with a paid extension inside once', async () => {
    const { id } = await ride('r0')
    const extension = await extendRide(id)
    await payExtension(extension)
    expect(await insideAfter()).toMatchObject([{ id }])
  })

  test('does not show a ride that was returned as it started', async () => {
    const { id } = await ride('r0')
    advanceTime(60)
    expect(await calls.returnBy('r0', id)).toMatchObject({ isDone: true })
    expect(storedBooking(id)?.end_at).toBeGreaterThan(now().getTime() / 1000)
    expect(await insideAfter()).toEqual([])
  })

  test('does not touch a ride that is outside, whoever names it', async () => {
    const outside = await ride('r0', 5)
    await insideAfter({ rides: [{ amount: outside.price, id: outside.id }] })
    await insideAfter({ rides: [{ id: outside.id, move_to: 's1' }] })
    expect(storedBooking(outside.id)).toMatchObject({ scooter_id: 's0', state: 'confirmed' })
  })

  test('that is over by a decision touches nothing more', async () => {
    const { id, price } = await ride('r0')
    await insideAfter()
    rows("UPDATE problems SET state = 'fixed'")
    const later = await booked('r1', 's0', 2)
    expect(await insideAfter({ rides: [{ amount: price, id }] })).toEqual([])
    expect([id, later.session_id].map(stateOf)).toEqual(['confirmed', 'held'])
  })

  test.each([
    ['begins earlier', { from: addMinutes(START, 120) }, 0],
    ['ends later', { to: addMinutes(START, 60) }, 2]
  ])('ends no hold for a second request with its id that %s', async (_, first, later) => {
    await insideAfter(first)
    const { session_id } = await booked('r0', 's0', later)
    await insideAfter()
    expect(stateOf(session_id)).toBe('held')
  })

  test('with the same id and other times decides about no ride outside of the first ones', async () => {
    const outside = await ride('r0', 5)
    await insideAfter()
    const later = { rides: [{ amount: outside.price, id: outside.id }], to: addMinutes(TO, 180) }
    expect(await insideAfter(later)).toEqual([])
    expect(stateOf(outside.id)).toBe('confirmed')
  })

  test('of another scooter with the same id is not found, and ends no hold', async () => {
    await insideAfter()
    const { session_id } = await booked('r0', 's1')
    expect(await block({ scooter: 's1' })).toMatchObject({ status: 404 })
    expect(stateOf(session_id)).toBe('held')
  })
})

test.each([
  ['begins in an earlier half hour', { from: addMinutes(START, -90) }],
  ['ends before it begins', { to: addMinutes(START, -30) }],
  ['is empty', { to: START }],
  ['is longer than 90 days', { to: addMinutes(START, 90 * 24 * 60 + 30) }],
  ['is off the half hour', { to: addMinutes(TO, 10) }]
])('a window that %s is refused', async (_, changes) => {
  const answer = await block(changes)
  expect(answer).toMatchObject({ detail: [{ loc: ['body', 'from'], msg: problemsText.windowInvalid }], status: 422 })
  expect(rows('SELECT * FROM problems')).toEqual([])
})

test('a window of the present half hour, and one of 90 days, are taken', async () => {
  insertScooter('s2')
  expect(await block({ from: new Date(Math.floor(now().getTime() / 1_800_000) * 1_800_000) })).toMatchObject({
    status: 200
  })
  const longest = { number: 8, scooter: 's2' as never, to: addMinutes(START, 90 * 24 * 60) }
  expect(await block(longest)).toMatchObject({ status: 200 })
})

test('a deleted scooter is not found', async () => {
  // One with a booking stays in the database.
  await booked('r0')
  await calls.deleteAsAdmin('scooter', 's0')
  expect(await block()).toMatchObject({ status: 404 })
  expect(rows('SELECT * FROM problems')).toEqual([])
})

test('a window needs a reason, a damage what riders should know, and times come in pairs', async () => {
  expect(await block({ note: ' ' })).toMatchObject({ detail: [{ loc: ['body', 'note'], msg: commonText.whyMissing }] })
  const damage = { from: undefined, to: undefined }
  expect(await block({ ...damage, note: ' ' })).toMatchObject({ detail: [{ msg: problemsText.noteMissing }] })
  expect(await block({ from: undefined })).toMatchObject({
    detail: [{ loc: ['body', 'from'], msg: problemsText.windowInvalid }]
  })
  expect(await block(damage)).toMatchObject({
    body: { hits: [], problem: { is_rideable: true, kind: 'damaged', state: 'known' } }
  })
})
