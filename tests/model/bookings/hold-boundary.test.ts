import { beforeEach, describe, expect, test } from 'vitest'
import { paymentStatusOf } from '#domain/bookings/booking-status.ts'
import { windowFrom } from '#domain/bookings/slots.ts'
import { HOLD_SECONDS } from '#domain/constants.ts'
import { d1 } from '#server/db/client.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { settle } from '#server/payments/settle.ts'
import { reserve } from '#server/slots/reserve.ts'
import { emptyDatabase } from '#tests/helpers/db/local-d1.ts'
import { at, NOON } from '#tests/model/harness/clock.ts'
import { holdRequest } from '#tests/model/harness/sample-bookings.ts'
import { insertProperty, insertRider, insertScooter } from '#tests/model/harness/seed.ts'

// The second in which a hold ends, for a ride that has begun. The slot is free from that second on.

const BOOKED = NOON - 300
const ENDS = BOOKED + HOLD_SECONDS
const ride = windowFrom(at(NOON), 1)

beforeEach(async () => {
  emptyDatabase()
  insertProperty('p')
  insertScooter('s')
  for (const id of ['mine', 'rival']) insertRider(id)
  expect(await reserveBy('mine', BOOKED)).toBe('held')
})

async function reserveBy(user_id: string, now: number, { id = user_id, window = ride } = {}): Promise<string> {
  return (await reserve(holdRequest({ id, scooter_id: 's', user_id, window }), at(now))).outcome
}

describe('a hold', () => {
  test.each([
    ['a second before its end', 'confirmed', 'Pending', ENDS - 1],
    ['at its end', 'refund_due', 'Failed', ENDS],
    ['a second after its end', 'refund_due', 'Failed', ENDS + 1]
  ])('of a ride that has begun, paid %s, becomes %s', async (_, state, shown, now) => {
    expect(paymentStatusOf({ hold_until: at(ENDS), settling: false, state: 'held' }, at(now))).toBe(shown)
    const booking = { end_at: ride.end, id: 'mine', start_at: ride.start }
    const after = await settle({ booking, now: at(now), payment: { amount: 5000, currency: 'INR', id: 'pay_1' } })
    expect(after.state).toBe(state)
    expect(await brokenInvariants(d1, at(now))).toEqual([])
  })

  test.each([
    ['a second before its end', 'conflict', ENDS - 1],
    ['at its end', 'held', ENDS],
    ['a second after its end', 'held', ENDS + 1]
  ])('answers another rider %s: %s', async (_, outcome, now) => {
    expect(await reserveBy('rival', now)).toBe(outcome)
    expect(await brokenInvariants(d1, at(now))).toEqual([])
  })
})

describe('a paid ride', () => {
  test.each([
    ['an hour before it', 'held', -60],
    ['half an hour before it', 'conflict', -30],
    ['half an hour after its start', 'conflict', 30],
    ['at its end', 'held', 60]
  ])('and another one of the same rider and scooter that starts %s: %s', async (_, outcome, minutes) => {
    await settle({
      booking: { end_at: ride.end, id: 'mine', start_at: ride.start },
      now: at(BOOKED),
      payment: { amount: 5000, currency: 'INR', id: 'p' }
    })
    const window = windowFrom(at(NOON + minutes * 60), 1)
    expect(await reserveBy('mine', BOOKED - 3600, { id: 'next', window })).toBe(outcome)
  })
})
