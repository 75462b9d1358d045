import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Order } from '#contract/payments/orders.ts'
import { bookingReference } from '#domain/bookings/rides.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { releaseHold } from '#server/slots/hold-deadlines.ts'
import { reserve } from '#server/slots/reserve.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { type Step, stopFaults } from '#tests/helpers/servers/fault-injection.ts'
import { now } from '#tests/model/harness/clock.ts'
import { applied, failSteps, LOST, notApplied } from '#tests/model/harness/errors.ts'
import {
  bank,
  faults,
  findBrokenInvariants,
  startHarnessForEachTest,
  storedBookings
} from '#tests/model/harness/harness.ts'
import { bookBy, booked, holdRequest, reportPayment } from '#tests/model/harness/sample-bookings.ts'
import { insertProperty, seedProperty } from '#tests/model/harness/seed.ts'

// A hold that is requested more than once: by the Worker, after a lost answer, or by the rider.

startHarnessForEachTest()

const isInsert = ({ operation }: Step) => operation.includes('INSERT INTO bookings')

describe('a hold whose answer is lost', () => {
  test('after it was stored is found by the retry, without a conflict with itself', async () => {
    failSteps(isInsert, applied(LOST), 1)
    expect(await bookBy()).toMatchObject({ isDone: true })
    expect(stopFaults().filter(isInsert)).toHaveLength(2)
    expect(storedBookings()).toMatchObject([{ state: 'held', user_id: 'r0' }])
    expect(bank().orders()).toHaveLength(1)
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('before it was stored is stored by the retry', async () => {
    failSteps(isInsert, notApplied(LOST), 1)
    expect(await bookBy()).toMatchObject({ isDone: true })
    expect(storedBookings()).toHaveLength(1)
  })

  test('even in the retries stays held; the rider requests it again and gets its order', async () => {
    failSteps(isInsert, applied(LOST))
    expect(await bookBy()).toMatchObject({ isDone: false, status: 503 })
    stopFaults()
    const order = await booked()
    expect(storedBookings()).toMatchObject([{ id: order.session_id, order_id: order.razorpay_order_id, state: 'held' }])
  })

  test('is not returned to another rider, who gets the conflict', async () => {
    failSteps(isInsert, applied(LOST))
    await bookBy('r0')
    stopFaults()
    expect(await bookBy('r1')).toMatchObject({ detail: bookingText.bookingConflict, status: 400 })
  })
})

describe('the reference of a booking', () => {
  test('is never that of another booking', async () => {
    await reserve(holdRequest({ id: 'one-4f2a91bc' }), now())
    const other = holdRequest({ id: 'two-4f2a91bc', scooter_id: 's1', user_id: 'r1' })
    expect(await reserve(other, now())).toEqual({ outcome: 'reference_taken' })
    expect(await reserve({ ...other, id: 'two-4f2a91bd' }, now())).toEqual({ outcome: 'held' })
  })

  test('is replaced with a new id before the booking is stored', async () => {
    const { session_id: taken } = await booked('r0')
    const other = taken.startsWith('00') ? '01' : '00'
    const sameEnd = Uint8Array.from(`${other}${taken.slice(2)}`.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
    const idsAsked = vi.spyOn(crypto, 'getRandomValues')
    // The request's own id comes first, then the booking's.
    for (const _ of ['request', 'booking']) {
      idsAsked.mockImplementationOnce(bytes => {
        ;(bytes as Uint8Array).set(sameEnd)
        return bytes
      })
    }
    const { session_id } = await booked('r1', 's1')
    idsAsked.mockRestore()
    expect(bookingReference(session_id)).not.toBe(bookingReference(taken))
    expect(storedBookings()).toHaveLength(2)
  })

  test('is not looked for without an end', async () => {
    await reserve(holdRequest({ id: 'one-00000000' }), now())
    const zeros = vi.spyOn(crypto, 'getRandomValues').mockImplementation(bytes => bytes)
    expect(await bookBy('r1', 's1')).toMatchObject({ isDone: false, status: 500 })
    zeros.mockRestore()
    expect(storedBookings()).toHaveLength(1)
  })
})

describe('a slot', () => {
  afterEach(seedProperty)

  const reserved = (id: string, user_id: string) => reserve(holdRequest({ id, user_id }), now())

  test.each([
    ['after', 1, 0],
    ['before', 0, 1]
  ])('can be booked right %s a paid ride of the same rider, on another scooter', async (_, first, second) => {
    const paid = await booked('r0', 's0', second)
    const receipt = bank().pay(paid.razorpay_order_id)
    expect(await reportPayment({ order: paid, receipt })).toMatchObject({ body: { success: true } })
    expect(await bookBy('r0', 's1', second)).toMatchObject({ detail: bookingText.overlappingOwnRide, status: 400 })
    expect(await bookBy('r0', 's1', first)).toMatchObject({ isDone: true })
  })

  test.each([
    ['the scooter is in maintenance', "UPDATE scooters SET status = 'Maintenance'"],
    ['the scooter is moved to another property', "UPDATE scooters SET property_id = 'q'"],
    ['the scooter is deleted', 'UPDATE scooters SET archived_at = 1'],
    ['the rider is deleted', 'UPDATE users SET deleted_at = 1']
  ])('cannot be booked at the moment in which %s', async (_, change) => {
    insertProperty('q')
    rows(change)
    expect(await reserved('mine', 'r0')).toEqual({ outcome: 'unavailable' })
    expect(storedBookings()).toEqual([])
  })
})

describe('a hold that waits for the provider', () => {
  /** A hold whose payment was reported while the provider did not answer. */
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

  test('counts as a ride of the rider, who cannot book another scooter for that time', async () => {
    await waiting()
    expect(await bookBy('r0', 's1')).toMatchObject({ detail: bookingText.overlappingOwnRide, status: 400 })
  })

  test('is not replaced by the rider’s next hold', async () => {
    const order = await waiting()
    expect(await bookBy('r0', 's1', 1)).toMatchObject({ isDone: true })
    expect(storedBookings()[0]).toMatchObject({ id: order.session_id, settling: 1, state: 'held' })
    expect(await findBrokenInvariants()).toEqual([])
  })
})

describe('a hold for another plan', () => {
  test('replaces the previous one, at its own price', async () => {
    await reserve(holdRequest({ id: 'hourly' }), now())
    const plan = { id: 'plan', name: 'Evening' }
    expect(await reserve(holdRequest({ id: 'evening', amount: 40, plan }), now())).toEqual({ outcome: 'held' })
    expect(storedBookings()).toMatchObject([
      { amount: 50, state: 'released' },
      { amount: 40, state: 'held' }
    ])
    expect(await findBrokenInvariants()).toEqual([])
  })
})

describe('a hold that is requested twice', () => {
  const everything = () => ['bookings', 'slot_claims'].map(table => rows(`SELECT * FROM ${table}`))

  test('changes nothing the second time', async () => {
    await reserve(holdRequest({ id: 'mine' }), now())
    const once = everything()
    expect(await reserve(holdRequest({ id: 'mine' }), now())).toEqual({ outcome: 'held' })
    expect(everything()).toEqual(once)
  })

  test('creates no hold when the hold was cancelled in between', async () => {
    await reserve(holdRequest({ id: 'mine' }), now())
    await releaseHold('mine', now())
    const once = everything()
    expect(await reserve(holdRequest({ id: 'mine' }), now())).not.toEqual({ outcome: 'held' })
    expect(everything()).toEqual(once)
  })

  test('does not change the hold that replaced it in between', async () => {
    await reserve(holdRequest({ id: 'mine' }), now())
    await reserve(holdRequest({ id: 'newer', scooter_id: 's1' }), now())
    const once = everything()
    expect(await reserve(holdRequest({ id: 'mine' }), now())).not.toEqual({ outcome: 'held' })
    expect(everything()).toEqual(once)
  })
})
