import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { windowFrom } from '#domain/bookings/slots.ts'
import { FIRST_HOLDS_PER_ADDRESS, HOLD_SECONDS } from '#domain/constants.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { sweepHolds } from '#server/slots/hold-deadlines.ts'
import { type HoldRequest, reserve } from '#server/slots/reserve.ts'
import { env, rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { advanceMinutes, now } from '#tests/model/harness/clock.ts'
import {
  advanceTime,
  bank,
  findBrokenInvariants,
  startHarnessForEachTest,
  stateOf,
  storedBookings
} from '#tests/model/harness/harness.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'
import { insertRider, insertScooter } from '#tests/model/harness/seed.ts'

// Riders who have not paid for a ride hold from one address. Each has a scooter of their own.

startHarnessForEachTest()

const { THROTTLE_TIMES } = env
beforeAll(() => {
  env.THROTTLE_TIMES = '1'
})
afterAll(() => {
  env.THROTTLE_TIMES = THROTTLE_TIMES
})

const LIMITED = { outcome: 'limited', reason: 'address' }
const HELD = { outcome: 'held' }

let holds = 0

/** A hold by a newcomer, or by the rider of the fields. */
function hold(fields: Partial<HoldRequest> = {}) {
  const id = `hold-${++holds}`
  insertScooter(`scooter-${id}`)
  if (!fields.user_id) insertRider(`rider-${id}`)
  return reserve(
    samples.holdRequest({ id, scooter_id: `scooter-${id}`, user_id: `rider-${id}`, ...fields }),
    now()
  ).then(result => ({ ...result, id }))
}

/** As many holds as one address can have. */
async function fullAddress() {
  const held = []
  for (let count = 0; count < FIRST_HOLDS_PER_ADDRESS; count += 1) {
    held.push(await hold())
    advanceMinutes(1)
  }
  expect(held).toMatchObject(held.map(() => HELD))
  expect(await hold()).toMatchObject(LIMITED)
  return held
}

describe('riders who have not paid for a ride', () => {
  test('hold five of twenty scooters from one address, also at the same moment', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => hold()))
    const until = addMinutes(now(), HOLD_SECONDS / 60)
    expect(results.filter(({ outcome }) => outcome === 'held')).toHaveLength(FIRST_HOLDS_PER_ADDRESS)
    expect(results.filter(({ outcome }) => outcome !== 'held')).toMatchObject(
      Array.from({ length: 20 - FIRST_HOLDS_PER_ADDRESS }, () => ({ ...LIMITED, until }))
    )
    expect(await hold({ address: 'another' })).toMatchObject(HELD)
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('read when the first of these holds ends, and hold then', async () => {
    await fullAddress()
    const until = addMinutes(now(), HOLD_SECONDS / 60 - FIRST_HOLDS_PER_ADDRESS)
    expect(await hold()).toMatchObject({ ...LIMITED, until })
    advanceMinutes((until.getTime() - now().getTime()) / 60_000)
    expect(await hold()).toMatchObject(HELD)
    expect(await hold()).toMatchObject(LIMITED)
  })

  test.each<[string, (id: string) => unknown]>([
    ['is released', id => rows("UPDATE bookings SET state = 'released', hold_until = NULL WHERE id = ?1", id)],
    ['is settling', id => rows('UPDATE bookings SET settling = 1 WHERE id = ?1', id)]
  ])('hold again when a hold %s', async (_, change) => {
    const [first] = await fullAddress()
    change(first?.id ?? '')
    expect(await hold()).toMatchObject(HELD)
    expect(await hold()).toMatchObject(LIMITED)
  })

  test('can move the own hold, or hold another scooter instead', async () => {
    const [first] = await fullAddress()
    const fields = { scooter_id: `scooter-${first?.id}`, user_id: `rider-${first?.id}` }
    const later = windowFrom(addMinutes(samples.START, 30), 1)
    expect(await hold({ ...fields, window: later })).toMatchObject(HELD)
    expect(await hold({ user_id: fields.user_id })).toMatchObject(HELD)
    expect(await hold()).toMatchObject(LIMITED)
  })

  test('do not make room by moving a hold from another address', async () => {
    const [first] = await fullAddress()
    const fields = { scooter_id: `scooter-${first?.id}`, user_id: `rider-${first?.id}` }
    const later = windowFrom(addMinutes(samples.START, 30), 1)
    expect(await hold({ ...fields, address: 'another', window: later })).toMatchObject(HELD)
    expect(await hold()).toMatchObject(LIMITED)
  })

  test('leave no address in the database after their holds', async () => {
    await fullAddress()
    const addresses = () => rows('SELECT 1 FROM bookings WHERE held_from IS NOT NULL')
    await sweepHolds(now())
    expect(addresses()).toHaveLength(FIRST_HOLDS_PER_ADDRESS)
    advanceMinutes(HOLD_SECONDS / 60)
    await sweepHolds(now())
    expect(addresses()).toEqual([])
  })
})

describe('a rider with a paid ride', () => {
  test('is not limited and does not count, until that ride is cancelled', async () => {
    const { order } = await samples.confirmedSample()
    await fullAddress()
    expect(await hold({ user_id: 'r0', window: windowFrom(addMinutes(samples.START, 60), 1) })).toMatchObject(HELD)
    expect(storedBookings().at(-1)).toMatchObject({ held_from: null })
    advanceTime(1)
    expect(await calls.cancelPaidBy('r0', order.session_id, 50)).toMatchObject({ isDone: true })
    expect(await hold({ user_id: 'r0' })).toMatchObject(LIMITED)
  })

  test('has paid when the payment arrives', async () => {
    const order = await samples.booked()
    const [first] = storedBookings()
    rows("UPDATE bookings SET held_from = 'address' WHERE id = ?1", first?.id ?? '')
    for (let count = 1; count < FIRST_HOLDS_PER_ADDRESS; count += 1) await hold()
    expect(await hold()).toMatchObject(LIMITED)
    await samples.reportPayment({ order, receipt: bank().pay(order.razorpay_order_id) })
    expect(stateOf(order.session_id)).toBe('confirmed')
    expect(await hold()).toMatchObject(HELD)
  })
})
