import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/bookings/bookings.ts'
import { windowFrom } from '#domain/booking-window.ts'
import { HOLD_SECONDS } from '#domain/constants.ts'
import * as text from '#messages/booking.ts'
import { release } from '#server/bookings/hold-expiry.ts'
import { reserve } from '#server/bookings/slots.ts'
import { endTrouble, type Step } from '#tests/helpers/browser/steps.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { now, passTime } from '#tests/model/world/clock.ts'
import { done, LOST, troubled, undone } from '#tests/model/world/errors.ts'
import { furnish } from '#tests/model/world/house.ts'
import { bookBy, booked, START, tell } from '#tests/model/world/scenes.ts'
import { bank, broken, faults, keptBookings, newWorld, startWorld } from '#tests/model/world/world.ts'

// A hold that is asked for more than once: by the Worker, whose answer was lost, or by the rider.

startWorld()
beforeEach(newWorld)

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
    troubled(reserving, done(LOST), 1)
    expect(await bookBy()).toMatchObject({ isDone: true })
    expect(endTrouble().filter(reserving)).toHaveLength(2)
    expect(keptBookings()).toMatchObject([{ state: 'held', user_id: 'r0' }])
    expect(bank().orders()).toHaveLength(1)
    expect(await broken()).toEqual([])
  })

  test('before it was made is made by the second asking', async () => {
    troubled(reserving, undone(LOST), 1)
    expect(await bookBy()).toMatchObject({ isDone: true })
    expect(keptBookings()).toHaveLength(1)
  })

  test('for good leaves the rider his hold: he asks again and gets its order (BK-06)', async () => {
    troubled(reserving, done(LOST))
    expect(await bookBy()).toMatchObject({ isDone: false, status: 503 })
    endTrouble()
    const order = await booked()
    expect(keptBookings()).toMatchObject([{ id: order.session_id, order_id: order.razorpay_order_id, state: 'held' }])
  })

  test('is none for a rival: he hears of the conflict', async () => {
    troubled(reserving, done(LOST))
    await bookBy('r0')
    endTrouble()
    expect(await bookBy('r1')).toMatchObject({ detail: text.bookingConflict, status: 400 })
  })
})

describe('a slot', () => {
  afterEach(furnish)

  const reserved = (id: string, user_id: string) => reserve({ ...asked(id), user_id }, now())

  test('is somebody else’s from the very second in which the hold ends, swept or not (BK-08)', async () => {
    await reserved('mine', 'r0')
    passTime(HOLD_SECONDS / 60 - 1)
    expect(await reserved('early', 'r1')).toMatchObject({ outcome: 'taken' })
    passTime(1)
    expect(await reserved('theirs', 'r1')).toEqual({ outcome: 'won' })
    expect(keptBookings()).toMatchObject([
      { id: 'mine', state: 'expired' },
      { id: 'theirs', state: 'held' }
    ])
    expect(await broken()).toEqual([])
  })

  test.each([
    ['after', 1, 0],
    ['before', 0, 1]
  ])('is to be had right %s a ride that the rider has paid, on another scooter', async (_, first, second) => {
    const paid = await booked('r0', 's0', second)
    const receipt = bank().pay(paid.razorpay_order_id)
    expect(await tell({ order: paid, receipt })).toMatchObject({ body: { success: true } })
    expect(await bookBy('r0', 's1', second)).toMatchObject({ detail: text.ownRideThen, status: 400 })
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
    expect(keptBookings()).toEqual([])
  })
})

describe('a hold that waits for the provider’s word', () => {
  /** Paid and told of, while the provider cannot be asked. */
  async function waiting(): Promise<Order> {
    const order = await booked('r0', 's0')
    const receipt = bank().pay(order.razorpay_order_id)
    faults().fail('fetchPayment', 'error', 1)
    expect(await tell({ order, receipt })).toMatchObject({ body: { payment_status: 'Pending', success: false } })
    expect(keptBookings()).toMatchObject([{ settling: 1 }])
    return order
  }

  test('is a ride of the rider’s own: he cannot be on another scooter then', async () => {
    await waiting()
    expect(await bookBy('r0', 's1')).toMatchObject({ detail: text.ownRideThen, status: 400 })
  })

  test('does not give way to his next hold', async () => {
    const order = await waiting()
    expect(await bookBy('r0', 's1', 1)).toMatchObject({ isDone: true })
    expect(keptBookings()[0]).toMatchObject({ id: order.session_id, settling: 1, state: 'held' })
    expect(await broken()).toEqual([])
  })
})

describe('a reservation for another plan', () => {
  test('takes the place of the one before, at its own price', async () => {
    await reserve(asked('hourly'), now())
    const plan = { id: 'plan', name: 'Evening' }
    expect(await reserve({ ...asked('evening'), amount: 40, plan }, now())).toEqual({ outcome: 'won' })
    expect(keptBookings()).toMatchObject([
      { amount: 50, state: 'released' },
      { amount: 40, state: 'held' }
    ])
    expect(await broken()).toEqual([])
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
    await release('mine', now())
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
