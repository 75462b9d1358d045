import { describe, expect, test } from 'vitest'
import { DEFAULT_TERMS } from '#domain/bookings/cancellation.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { START_TIME } from '#tests/model/harness/clock.ts'
import { advanceTime, bank, findBrokenInvariants, startHarnessForEachTest } from '#tests/model/harness/harness.ts'
import type { Rider, Scooter } from '#tests/model/harness/seed.ts'

// A ride of twelve hours for ₹500, in one or in parts: the parts refund no more.

startHarnessForEachTest()

const HOURS_AHEAD = 8
const START = new Date(START_TIME.getTime() + HOURS_AHEAD * HOUR_MS)
const LATE_PERCENT = 33

type Answer = Awaited<ReturnType<typeof calls.book>>

async function pay(rider: Rider, answer: Answer): Promise<string> {
  if (!answer.isDone) throw new Error(`Not held: ${JSON.stringify(answer.detail)}`)
  const { razorpay_order_id, session_id } = answer.body
  expect(await calls.reportPayment(rider, session_id, bank().pay(razorpay_order_id))).toMatchObject({
    body: { success: true }
  })
  return session_id
}

const extend = async (rider: Rider, id: string, hours: number) => pay(rider, await calls.extend(rider, id, hours))

/** Books the first part, and extends it by the others. */
async function rideOf([first, ...others]: readonly number[], rider: Rider = 'r0', scooter: Scooter = 's0') {
  const hours = first as calls.BookingRequest['hours']
  const id = await pay(rider, await calls.book({ hours, rider, scooter, start: START }))
  for (const part of others) await extend(rider, id, part)
  rows('UPDATE bookings SET terms = ?1', JSON.stringify({ ...DEFAULT_TERMS, late_cancel_percent: LATE_PERCENT }))
  return id
}

/** Minutes after the start, or before it if negative. */
const waitUntil = (minutes: number) => advanceTime((START.getTime() - Date.now()) / 60_000 + minutes)

const PARTS = [
  [1, 11],
  [3, 9],
  [6, 1, 5],
  [1, 4, 7],
  [1, 1, 1, 9]
].map(parts => ({ parts }))

describe.each(PARTS)('a ride of $parts hours', ({ parts }) => {
  test.each([
    ['an hour', 60],
    ['an hour less a second', 60 - 1 / 60],
    ['a second', 1 / 60]
  ])('refunds as much as a single one %s before the start', async (_, minutes) => {
    const ids = [await rideOf(parts), await rideOf([12], 'r1', 's1')] as const
    waitUntil(-minutes)
    const previews = [await calls.previewCancel('r0', ids[0]), await calls.previewCancel('r1', ids[1])]
    const refund = minutes === 60 ? 500 : (500 * LATE_PERCENT) / 100
    expect(previews).toMatchObject([{ body: { amount: 500, refund } }, { body: { amount: 500, refund } }])
    expect(await calls.cancelPaidBy('r0', ids[0], refund)).toMatchObject({ body: { refund } })
    expect(await findBrokenInvariants()).toEqual([])
  })

  test.each(['rider', 'admin'] as const)('refunds nothing after its return by the %s', async by => {
    const id = await rideOf(parts)
    waitUntil(1)
    expect(await (by === 'rider' ? calls.returnBy('r0', id) : calls.returnAsAdmin(id))).toMatchObject({ isDone: true })
    expect(rows('SELECT id FROM refunds')).toEqual([])
    expect(await findBrokenInvariants()).toEqual([])
  })
})

describe('an extension', () => {
  test('keeps the time after its own payment', async () => {
    const id = await rideOf([1])
    waitUntil(-30)
    await extend('r0', id, 11)
    expect(await calls.previewCancel('r0', id)).toMatchObject({ body: { refund: 450 + Math.ceil(0.33 * 50) } })
  })

  test.each([
    ['a second before the ride', -1 / 60, 0],
    ['as the ride starts', 0, 450]
  ])('that is paid %s refunds by its own start only then', async (_, minutes, refund) => {
    const id = await rideOf([1])
    waitUntil(minutes)
    await extend('r0', id, 11)
    waitUntil(1)
    expect(await calls.returnBy('r0', id)).toMatchObject({ body: { refund } })
  })

  test('that is paid during the ride refunds its late share within the hour before it', async () => {
    const id = await rideOf([1])
    waitUntil(1)
    await extend('r0', id, 11)
    waitUntil(11)
    expect(await calls.returnBy('r0', id)).toMatchObject({ body: { refund: Math.ceil(0.33 * 450) } })
  })
})

test('the last second that is free says what the refund becomes after it', async () => {
  const id = await rideOf([12])
  waitUntil(-DEFAULT_TERMS.free_cancel_minutes)
  expect(await calls.previewCancel('r0', id)).toMatchObject({
    body: { refund: 500, refund_after: 165, until: new Date().toISOString() }
  })
})
