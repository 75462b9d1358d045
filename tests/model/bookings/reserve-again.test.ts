import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/bookings/bookings.ts'
import { windowFrom } from '#domain/booking-window.ts'
import { HOLD_SECONDS } from '#domain/constants.ts'
import * as text from '#messages/booking.ts'
import { releaseHold } from '#server/bookings/hold-expiry.ts'
import { reserve } from '#server/bookings/slots.ts'
import { type Step, stopFaults } from '#tests/helpers/browser/steps.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { advanceMinutes, now } from '#tests/model/world/clock.ts'
import { applied, failSteps, LOST, notApplied } from '#tests/model/world/errors.ts'
import { seedProperty } from '#tests/model/world/house.ts'
import { bookBy, booked, reportPayment, START } from '#tests/model/world/scenes.ts'
import { bank, faults, findBrokenInvariants, resetWorld, startWorld, storedBookings } from '#tests/model/world/world.ts'

// A hold that is asked for more than once: by the Worker, whose answer was lost, or by the rider.

startWorld()
beforeEach(resetWorld)

const reserving = ({ what }: Step) => what.includes('INSERT INTO bookings')

const asked = (id: string) => ({
  amount: 50,
  hours: 1,
  id,
  plan: null,
  scooter_id: 's0',
  user_id: 'r0',
  window: windowFrom(START, 1)
})

describe('a reservation whose answer is lost', () => {
  test('after it was made finds its own hold, and is no conflict with itself (BK-07)', async () => {
    failSteps(reserving, applied(LOST), 1)
    expect(await bookBy()).toMatchObject({ isDone: true })
    expect(stopFaults().filter(reserving)).toHaveLength(2)
    expect(storedBookings()).toMatchObject([{ state: 'held', user_id: 'r0' }])
    expect(bank().orders()).toHaveLength(1)
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('before it was made is made by the second asking', async () => {
    failSteps(reserving, notApplied(LOST), 1)
    expect(await bookBy()).toMatchObject({ isDone: true })
    expect(storedBookings()).toHaveLength(1)
  })

  test('for good leaves the rider his hold: he asks again and gets its order (BK-06)', async () => {
    failSteps(reserving, applied(LOST))
    expect(await bookBy()).toMatchObject({ isDone: false, status: 503 })
    stopFaults()
    const order = await booked()
    expect(storedBookings()).toMatchObject([{ id: order.session_id, order_id: order.razorpay_order_id, state: 'held' }])
  })

  test('is none for a rival: he hears of the conflict', async () => {
    failSteps(reserving, applied(LOST))
    await bookBy('r0')
    stopFaults()
    expect(await bookBy('r1')).toMatchObject({ detail: text.bookingConflict, status: 400 })
  })
})

describe('a slot', () => {
  afterEach(seedProperty)

  const reserved = (id: string, user_id: string) => reserve({ ...asked(id), user_id }, now())

  test('is somebody else’s from the very second in which the hold ends, swept or not (BK-08)', async () => {
    await reserved('mine', 'r0')
    advanceMinutes(HOLD_SECONDS / 60 - 1)
    expect(await reserved('early', 'r1')).toMatchObject({ outcome: 'taken' })
    advanceMinutes(1)
    expect(await reserved('theirs', 'r1')).toEqual({ outcome: 'won' })
    expect(storedBookings()).toMatchObject([
      { id: 'mine', state: 'expired' },
      { id: 'theirs', state: 'held' }
    ])
    expect(await findBrokenInvariants()).toEqual([])
  })

  test.each([
    ['after', 1, 0],
    ['before', 0, 1]
  ])('is to be had right %s a ride that the rider has paid, on another scooter', async (_, first, second) => {
    const paid = await booked('r0', 's0', second)
    const receipt = bank().pay(paid.razorpay_order_id)
    expect(await reportPayment({ order: paid, receipt })).toMatchObject({ body: { success: true } })
    expect(await bookBy('r0', 's1', second)).toMatchObject({ detail: text.overlappingOwnRide, status: 400 })
    expect(await bookBy('r0', 's1', first)).toMatchObject({ isDone: true })
  })

  test.each([
    ['the scooter is in maintenance', "UPDATE scooters SET status = 'Maintenance'"],
    ['the scooter is another property’s', "UPDATE scooters SET property_id = 'q'"],
    ['the scooter is gone', 'UPDATE scooters SET archived_at = 1'],
    ['the rider is gone', 'UPDATE users SET deleted_at = 1']
  ])('is not to be had in the very moment in which %s (BK-15)', async (_, change) => {
    rows("INSERT INTO properties (id, name, location, created_at) VALUES ('q', 'Q', 'L', 0)")
    rows(change)
    expect(await reserved('mine', 'r0')).toEqual({ outcome: 'refused' })
    expect(storedBookings()).toEqual([])
  })
})

describe('a hold that waits for the provider’s word', () => {
  /** Paid and told of, while the provider cannot be asked. */
  async function waiting(): Promise<Order> {
    const order = await booked('r0', 's0')
    const receipt = bank().pay(order.razorpay_order_id)
    faults().fail('fetchPayment', 'error', 1)
    expect(await reportPayment({ order, receipt })).toMatchObject({
      body: { payment_status: 'Pending', success: false }
    })
    expect(storedBookings()).toMatchObject([{ settling: 1 }])
    return order
  }

  test('is a ride of the rider’s own: he cannot be on another scooter then', async () => {
    await waiting()
    expect(await bookBy('r0', 's1')).toMatchObject({ detail: text.overlappingOwnRide, status: 400 })
  })

  test('does not give way to his next hold', async () => {
    const order = await waiting()
    expect(await bookBy('r0', 's1', 1)).toMatchObject({ isDone: true })
    expect(storedBookings()[0]).toMatchObject({ id: order.session_id, settling: 1, state: 'held' })
    expect(await findBrokenInvariants()).toEqual([])
  })
})

describe('a reservation for another plan', () => {
  test('takes the place of the one before, at its own price', async () => {
    await reserve(asked('hourly'), now())
    const plan = { id: 'plan', name: 'Evening' }
    expect(await reserve({ ...asked('evening'), amount: 40, plan }, now())).toEqual({ outcome: 'won' })
    expect(storedBookings()).toMatchObject([
      { amount: 50, state: 'released' },
      { amount: 40, state: 'held' }
    ])
    expect(await findBrokenInvariants()).toEqual([])
  })
})

describe('a reservation that is sent twice', () => {
  const everything = () => ['bookings', 'slot_claims'].map(table => rows(`SELECT * FROM ${table}`))

  test('changes nothing the second time', async () => {
    await reserve(asked('mine'), now())
    const once = everything()
    expect(await reserve(asked('mine'), now())).toEqual({ outcome: 'won' })
    expect(everything()).toEqual(once)
  })

  test('holds nothing when it was given up in between', async () => {
    await reserve(asked('mine'), now())
    await releaseHold('mine', now())
    const once = everything()
    expect(await reserve(asked('mine'), now())).not.toEqual({ outcome: 'won' })
    expect(everything()).toEqual(once)
  })

  test('leaves the hold alone that took its place in between', async () => {
    await reserve(asked('mine'), now())
    await reserve({ ...asked('newer'), scooter_id: 's1' }, now())
    const once = everything()
    expect(await reserve(asked('mine'), now())).not.toEqual({ outcome: 'won' })
    expect(everything()).toEqual(once)
  })
})
