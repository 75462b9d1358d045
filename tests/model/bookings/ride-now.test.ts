import { describe, expect, test, vi } from 'vitest'
import { windowFrom } from '#domain/bookings/slots.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { START_TIME } from '#tests/model/harness/clock.ts'
import {
  advanceTime,
  bank,
  cronAfter,
  findBrokenInvariants,
  startHarnessForEachTest,
  stateOf,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import { insertProblem, PROPERTY, type Rider, type Scooter, setLead } from '#tests/model/harness/seed.ts'

// Where rides start at once: the half hour that has begun, its payment, and the time from which its rider has the
// scooter. The start is noon.

startHarnessForEachTest()

const RIDE = windowFrom(START_TIME, 1)

const minutesAfter = (minutes: number, seconds = 0) =>
  vi.setSystemTime(START_TIME.getTime() + (minutes * 60 + seconds) * 1000)

const bookNow = (rider: Rider = 'r0', scooter: Scooter = 's0') =>
  calls.book({ hours: 1, rider, scooter, start: START_TIME })

async function heldAt(minutes: number) {
  setLead(0)
  minutesAfter(minutes)
  const answer = await bookNow()
  if (!answer.isDone) throw new Error(`not booked: ${JSON.stringify(answer.detail)}`)
  return answer.body
}

async function paidAt(minutes: number) {
  const order = await heldAt(minutes)
  await pay(order)
  return { id: order.session_id, price: order.amount / 100 }
}

const pay = (order: Awaited<ReturnType<typeof heldAt>>, rider: Rider = 'r0') =>
  calls.reportPayment(rider, order.session_id, bank().pay(order.razorpay_order_id))

const wayOut = async (id: string) => {
  const answer = await calls.wayOutOf('r0', id)
  return answer.isDone ? answer.body : answer.status
}

describe('the half hour that has begun', () => {
  test.each([
    [0, 0, true],
    [14, 59, true],
    [15, 0, false],
    [16, 0, false]
  ])('is taken at 12:%i:%i: %s', async (minutes, seconds, isTaken) => {
    setLead(0)
    minutesAfter(minutes, seconds)
    const answer = await bookNow()
    if (isTaken) expect(answer).toMatchObject({ isDone: true })
    else expect(answer).toMatchObject({ detail: bookingText.startPassed, status: 400 })
  })

  test('is taken only where the property lets rides start at once, and so is the next one', async () => {
    minutesAfter(5)
    const next = () => calls.book({ hours: 1, rider: 'r0', scooter: 's0', start: addMinutes(START_TIME, 30) })
    expect(await bookNow()).toMatchObject({ detail: bookingText.startPassed, status: 400 })
    expect(await next()).toMatchObject({ detail: bookingText.startTooSoon('1:00\u00A0pm'), status: 400 })
    expect(await calls.setRules(PROPERTY, { lead_minutes: 0 })).toMatchObject({ body: { lead_minutes: 0 } })
    expect(await next()).toMatchObject({ isDone: true })
    expect(await bookNow()).toMatchObject({ isDone: true })
    await calls.setRules(PROPERTY, { lead_minutes: null })
    expect(await bookNow('r1', 's1')).toMatchObject({ detail: bookingText.startPassed, status: 400 })
  })

  test('goes to one of two riders', async () => {
    await heldAt(5)
    expect(await bookNow('r1')).toMatchObject({ detail: bookingText.bookingConflict, status: 400 })
  })
})

describe('a hold of 12:09', () => {
  test('is a ride if it is paid at 12:23', async () => {
    const order = await heldAt(9)
    minutesAfter(23)
    expect(await pay(order)).toMatchObject({ body: { success: true } })
    expect(stateOf(order.session_id)).toBe('confirmed')
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('gives the money back if it is paid at 12:26', async () => {
    const order = await heldAt(9)
    minutesAfter(26)
    expect(await pay(order)).toMatchObject({ body: { success: false } })
    await cronAfter(1)
    expect(stateOf(order.session_id)).toMatch(/^refund/)
    expect(storedRefunds()).toMatchObject([{ paise: order.amount }])
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('is paid by its own order until it ends', async () => {
    const order = await heldAt(9)
    minutesAfter(20)
    expect(await calls.resume('r0', order.session_id)).toMatchObject({
      body: { razorpay_order_id: order.razorpay_order_id }
    })
  })
})

describe('a ride that was paid at 12:14', () => {
  test('cannot be cancelled, but is returned', async () => {
    const { id, price } = await paidAt(14)
    expect(await calls.previewCancel('r0', id)).toMatchObject({ status: 400 })
    expect(await calls.cancelPaidBy('r0', id, price)).toMatchObject({ status: 400 })
    expect(await calls.returnBy('r0', id)).toMatchObject({ isDone: true })
  })

  test.each([
    [43, true],
    [44, false]
  ])(
    'gives all of the money of a broken scooter back until half an hour later: at 12:%i, %s',
    async (minutes, isFull) => {
      const { id, price } = await paidAt(14)
      insertProblem({ blocked_from: RIDE.start, blocked_until: RIDE.end, scooter: 's0' })
      minutesAfter(minutes)
      const amount = isFull ? price : 0
      expect(await wayOut(id)).toMatchObject({ cause: 'broken', is_full: isFull, refund: amount || null })
      if (isFull) expect(await calls.takeMoneyOf('r0', id, price)).toMatchObject({ body: { refund: price } })
      expect(await findBrokenInvariants()).toEqual([])
    }
  )

  test.each([
    [43, 'late'],
    [44, null]
  ])('waits for a scooter that is not back until half an hour later: at 12:%i, %s', async (minutes, cause) => {
    setLead(0)
    minutesAfter(-60)
    const before = await calls.book({ hours: 1, rider: 'r1', scooter: 's0', start: addMinutes(START_TIME, -60) })
    if (!before.isDone) throw new Error('not booked')
    await pay(before.body, 'r1')
    const { id } = await paidAt(14)
    rows("UPDATE property_settings SET return_mode = 'confirmed'")
    minutesAfter(minutes)
    expect(await wayOut(id)).toMatchObject({ cause })
  })
})

test('another scooter is offered for the half hour that has begun when the own one is taken', async () => {
  setLead(0)
  minutesAfter(-60)
  const own = await calls.book({ hours: 1, rider: 'r0', scooter: 's0', start: addMinutes(START_TIME, -60) })
  if (!own.isDone) throw new Error('not booked')
  await pay(own.body)
  minutesAfter(5)
  await bookNow('r1')
  const offered = async () => {
    const answer = await calls.extensionsOf('r0', own.body.session_id)
    return answer.isDone && answer.body.other_scooter
  }
  expect(await offered()).toMatchObject({ id: 's1', start_time: START_TIME.toISOString() })
  advanceTime(5)
  expect(await offered()).toMatchObject({ start_time: addMinutes(START_TIME, 30).toISOString() })
  setLead(null)
  expect(await offered()).toMatchObject({ start_time: addMinutes(START_TIME, 60).toISOString() })
})
