import { describe, expect, test } from 'vitest'
import * as paymentsText from '#messages/payments/payments.ts'
import { cancelHoldAsAdmin, cancelRideAsAdmin } from '#server/bookings/admin/ride-actions.ts'
import { findRide } from '#server/bookings/ride-payments.ts'
import { recordProcessedRefund, recordProviderRefunds } from '#server/payments/refunds/refund-records.ts'
import { settle } from '#server/payments/settle.ts'
import { clearSettling, markSettling } from '#server/slots/hold-deadlines.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { injectFaults, type Step, stopFaults } from '#tests/helpers/servers/fault-injection.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { advanceMinutes, now } from '#tests/model/harness/clock.ts'
import {
  advanceTime,
  bank,
  findBrokenInvariants,
  startHarnessForEachTest,
  stateOf,
  storedBookings,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'
import { ADMIN, insertProperty } from '#tests/model/harness/seed.ts'

// How a captured payment changes its booking and the other bookings of its rider or scooter.

startHarnessForEachTest()

const paise = (id: string) => ({ amount: 5000, currency: 'INR', id })

async function holdScooter() {
  const { order } = await samples.heldSample()
  const [{ end_at = 0, id = '', start_at = 0 } = {}] = storedBookings()
  expect(id).toBe(order.session_id)
  return { end_at: new Date(end_at * 1000), id, start_at: new Date(start_at * 1000) }
}

type Payable = Awaited<ReturnType<typeof holdScooter>>

/** Settles a captured payment of the price. */
const settlePayment = (booking: Payable, id: string, at: Date = now()) =>
  settle({ booking, now: at, payment: paise(id) })

describe('a payment that was refunded before it was reported', () => {
  test('does not end the hold, and the next payment confirms it', async () => {
    const booking = await holdScooter()
    await recordProviderRefunds(
      { booking, now: now(), payment: paise('pay_1') },
      {
        isComplete: true,
        processed: [{ amount: 5000, id: 'rfnd_1', receipt: null, reference: null, status: 'processed' }]
      }
    )
    expect(await settlePayment(booking, 'pay_1')).toMatchObject({ state: 'held' })
    expect(await settlePayment(booking, 'pay_2')).toMatchObject({
      payment_id: 'pay_2',
      state: 'confirmed'
    })
    expect(storedRefunds()).toMatchObject([{ payment_id: 'pay_1', status: 'processed' }])
    expect(await findBrokenInvariants()).toEqual([])
  })
})

describe('a booking that lost its slot and was paid twice', () => {
  test('is refunded when its own payment is, not when the other one is', async () => {
    const booking = await holdScooter()
    advanceTime(16)
    await samples.booked('r1')
    for (const id of ['pay_1', 'pay_2']) await settlePayment(booking, id)
    const booking_id = booking.id
    await recordProcessedRefund(
      { booking_id, id: 'pay_2', payment_id: 'pay_2', reference: null, refund_id: 'rfnd_2' },
      now()
    )
    expect(storedBookings()[0]).toMatchObject({ payment_id: 'pay_1', state: 'refund_due' })
    await recordProcessedRefund(
      { booking_id, id: 'pay_1', payment_id: 'pay_1', reference: null, refund_id: 'rfnd_1' },
      now()
    )
    expect(storedBookings()[0]).toMatchObject({ state: 'refunded' })
    expect(await findBrokenInvariants()).toEqual([])
  })
})

describe('an admin who cancels', () => {
  const by = { id: ADMIN, properties: null, role: 'owner' } as const
  const everything = () => ['bookings', 'refunds', 'slot_claims', 'audits'].map(table => rows(`SELECT * FROM ${table}`))

  test('a hold that was paid meanwhile changes nothing', async () => {
    const booking = await holdScooter()
    await settlePayment(booking, 'pay_1')
    const before = everything()
    await cancelHoldAsAdmin(booking.id, { admin: by, now: now() })
    expect(everything()).toEqual(before)
  })

  test('a hold in the second in which it expires changes nothing', async () => {
    const booking = await holdScooter()
    advanceTime(15)
    const before = everything()
    await cancelHoldAsAdmin(booking.id, { admin: by, now: now() })
    expect(everything()).toEqual(before)
  })

  test('a paid ride changes no hold', async () => {
    const booking = await holdScooter()
    const before = everything()
    await cancelRideAsAdmin(await findRide(booking.id), { statements: [] }, { admin: by, now: now() })
    expect(everything()).toEqual(before)
  })
})

const payable = (id: string) => {
  const [{ end_at = 0, start_at = 0 } = {}] = storedBookings().filter(row => row.id === id)
  return { end_at: new Date(end_at * 1000), id, start_at: new Date(start_at * 1000) }
}

describe('deleting a scooter or a property', () => {
  const deletions: [string, () => Promise<{ status: number }>][] = [
    ['scooter', () => calls.deleteAsAdmin('scooter', 's0')],
    ['property', () => calls.deleteAsAdmin('property', 'p')]
  ]

  test.each(deletions)('ends its hold, which can no longer be paid: %s', async (_, remove) => {
    const { order } = await samples.heldSample()
    expect(await remove()).toMatchObject({ status: 200 })
    expect(storedBookings()).toMatchObject([{ state: 'released' }])
    expect(rows('SELECT * FROM slot_claims')).toEqual([])
    expect(await calls.resume('r0', order.session_id)).toMatchObject({ detail: paymentsText.holdExpired, status: 400 })
    expect(await findBrokenInvariants()).toEqual([])
  })

  test.each(deletions)('leads to a refund of a later payment for its hold: %s', async (_, remove) => {
    const sample = await samples.paidSample()
    await remove()
    expect(await samples.reportPayment(sample)).toMatchObject({
      body: { message: paymentsText.paidTooLate, success: false }
    })
    expect(storedBookings()).toMatchObject([{ state: 'refund_due' }])
    expect(storedRefunds()).toMatchObject([{ reason: 'slot_lost', status: 'due' }])
    expect(await findBrokenInvariants()).toEqual([])
  })

  test.each(deletions)(
    'keeps a hold with a pending payment until the provider answers, and refunds it then: %s',
    async (_, remove) => {
      const booking = await holdScooter()
      await markSettling(booking.id, new Date(now().getTime() + 3_600_000), now())
      await remove()
      expect(storedBookings()).toMatchObject([{ settling: 1, state: 'held' }])
      expect(await findBrokenInvariants()).toEqual([])
      expect(await settlePayment(booking, 'pay_1')).toMatchObject({ state: 'refund_due' })
      expect(await findBrokenInvariants()).toEqual([])
    }
  )

  test.each(deletions)('is rejected if the hold is paid at the same moment: %s', async (_, remove) => {
    const booking = await holdScooter()
    const isDeletion = ({ operation }: Step) => /UPDATE \W?(scooters|properties)\W? SET \W?archived_at/i.test(operation)
    injectFaults(step => {
      if (!isDeletion(step)) return null
      rows("UPDATE bookings SET state = 'confirmed', hold_until = NULL, payment_id = 'pay_1' WHERE id = ?", booking.id)
      return null
    })
    expect(await remove()).toMatchObject({ status: 409 })
    stopFaults()
    expect(rows('SELECT id FROM scooters WHERE archived_at IS NOT NULL')).toEqual([])
    expect(rows('SELECT id FROM properties WHERE archived_at IS NOT NULL')).toEqual([])
    expect(rows('SELECT id FROM audits')).toEqual([])
  })

  test.each([
    ['is now', 'q'],
    ['was when it was booked', 'p']
  ])('also ends the hold of a moved scooter, if the property is where the scooter %s', async (_, property) => {
    const booking = await holdScooter()
    insertProperty('q')
    rows("UPDATE scooters SET property_id = 'q' WHERE id = 's0'")
    const otherOrder = await samples.booked('r1', 's1')
    await calls.deleteAsAdmin('property', property)
    expect(stateOf(booking.id)).toBe('released')
    expect(stateOf(otherOrder.session_id)).toBe(property === 'p' ? 'released' : 'held')
    expect(await settlePayment(booking, 'pay_1')).toMatchObject({ state: 'refund_due' })
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('does not change the holds of other scooters', async () => {
    await holdScooter()
    const otherOrder = await samples.booked('r1', 's1')
    await calls.deleteAsAdmin('scooter', 's0')
    expect(stateOf(otherOrder.session_id)).toBe('held')
    expect(await findBrokenInvariants()).toEqual([])
  })

  test.each(deletions)('is rejected for a paid booking until the ride ends: %s', async (_, remove) => {
    const booking = await holdScooter()
    await settlePayment(booking, 'pay_1')
    advanceMinutes((booking.end_at.getTime() - now().getTime()) / 60_000 - 1 / 60)
    expect(await remove()).toMatchObject({ status: 409 })
    advanceMinutes(1 / 60)
    expect(await remove()).toMatchObject({ status: 200 })
    expect(await remove()).toMatchObject({ status: 404 })
    expect(rows('SELECT id FROM audits')).toHaveLength(1)
    expect(stateOf(booking.id)).toBe('confirmed')
  })

  test.each(deletions)('keeps the hold if a ride ahead prevents the deletion: %s', async (_, remove) => {
    const booking = await holdScooter()
    const otherOrder = await samples.booked('r1', 's0', 1)
    await settlePayment(booking, 'pay_1')
    const before = [storedBookings(), rows('SELECT * FROM slot_claims')]
    expect(await remove()).toMatchObject({ status: 409 })
    expect([storedBookings(), rows('SELECT * FROM slot_claims')]).toEqual(before)
    expect(stateOf(otherOrder.session_id)).toBe('held')
  })

  test('removes the row of a scooter without bookings', async () => {
    await holdScooter()
    expect(await calls.deleteAsAdmin('scooter', 's1')).toMatchObject({ status: 200 })
    expect(rows('SELECT id, archived_at FROM scooters')).toEqual([{ archived_at: null, id: 's0' }])
  })

  test('is not like maintenance, after which the hold can still be paid', async () => {
    const booking = await holdScooter()
    rows("UPDATE scooters SET status = 'Maintenance' WHERE id = 's0'")
    expect(await settlePayment(booking, 'pay_1')).toMatchObject({ state: 'confirmed' })
  })

  test.each(["'q'", 'NULL'])('is like a move of its scooter to %s, where its rider would not find it', async to => {
    const booking = await holdScooter()
    insertProperty('q')
    rows(`UPDATE scooters SET property_id = ${to} WHERE id = 's0'`)
    expect(await settlePayment(booking, 'pay_1')).toMatchObject({ state: 'refund_due' })
  })
})

describe('two rides of one rider at the same time', () => {
  /** Two holds of one rider on two scooters, at overlapping times. The second has released the first. */
  async function twoHolds(later = 0) {
    const first = await samples.booked('r0', 's0')
    const second = await samples.booked('r0', 's1', later)
    return [first.session_id, second.session_id] as const
  }

  test.each([
    ['the later one', [1, 0]],
    ['the earlier one', [0, 1]]
  ])('become one ride if this one is paid first: %s', async (_, [one, other]) => {
    const ids = await twoHolds()
    const [row = '', lost = ''] = [ids[one ?? 0], ids[other ?? 0]]
    expect(await settlePayment(payable(row), 'pay_1')).toMatchObject({
      state: 'confirmed'
    })
    expect(await settlePayment(payable(lost), 'pay_2')).toMatchObject({
      state: 'refund_due'
    })
    expect(storedRefunds()).toMatchObject([{ payment_id: 'pay_2', reason: 'own_ride', status: 'due' }])
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('show the rider which one is refunded', async () => {
    const orders = [await samples.booked('r0', 's0'), await samples.booked('r0', 's1')]
    const details = []
    for (const order of orders) {
      const receipt = bank().pay(order.razorpay_order_id)
      for (const _ of ['once', 'twice']) details.push(await samples.reportPayment({ order, receipt }))
    }
    expect(details).toMatchObject([
      { body: { message: paymentsText.bookingConfirmed } },
      { body: { message: paymentsText.bookingConfirmed } },
      { body: { message: paymentsText.paidForOverlappingRide, payment_status: 'Refunded', success: false } },
      { body: { message: paymentsText.paidForOverlappingRide, payment_status: 'Refunded', success: false } }
    ])
  })

  test('become two rides if one starts when the other ends', async () => {
    const [first, second] = await twoHolds(1)
    expect(await settlePayment(payable(second), 'pay_2')).toMatchObject({
      state: 'confirmed'
    })
    expect(await settlePayment(payable(first), 'pay_1')).toMatchObject({
      state: 'confirmed'
    })
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('do not affect another rider', async () => {
    const ownOrder = await samples.booked('r0', 's0')
    const otherOrder = await samples.booked('r1', 's1')
    expect(await settlePayment(payable(ownOrder.session_id), 'pay_1')).toMatchObject({
      state: 'confirmed'
    })
    expect(await settlePayment(payable(otherOrder.session_id), 'pay_2')).toMatchObject({ state: 'confirmed' })
  })

  test('release the hold that can no longer be paid, and no other', async () => {
    const [first, second] = await twoHolds()
    await settlePayment(payable(first), 'pay_1')
    expect(stateOf(second)).toBe('released')
    const later = await samples.booked('r0', 's1', 1)
    await settlePayment(payable(first), 'pay_1')
    expect(stateOf(later.session_id)).toBe('held')
    expect(await samples.bookBy('r1', 's1')).toMatchObject({ isDone: true })
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('keep the second hold if the first one lost its scooter', async () => {
    const first = await samples.booked('r0', 's0')
    const second = await samples.booked('r0', 's1')
    await samples.booked('r1', 's0')
    expect(await settlePayment(payable(first.session_id), 'pay_1')).toMatchObject({
      state: 'refund_due'
    })
    expect(storedRefunds()).toMatchObject([{ reason: 'slot_lost' }])
    expect(stateOf(second.session_id)).toBe('held')
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('wait for the result of a pending payment, which is then refunded', async () => {
    const [first, second] = await twoHolds()
    await markSettling(second, new Date(now().getTime() + 3_600_000), now())
    expect(await settlePayment(payable(first), 'pay_1')).toMatchObject({
      state: 'confirmed'
    })
    expect(storedBookings()[1]).toMatchObject({ settling: 1, state: 'held' })
    expect(await settlePayment(payable(second), 'pay_2')).toMatchObject({
      state: 'refund_due'
    })
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('end the hold with a pending payment at once if that payment fails', async () => {
    const [first, second] = await twoHolds()
    await markSettling(second, new Date(now().getTime() + 3_600_000), now())
    await settlePayment(payable(first), 'pay_1')
    await clearSettling(second, now())
    expect(await findBrokenInvariants()).toEqual([])
    expect(await samples.bookBy('r1', 's1')).toMatchObject({ isDone: true })
  })
})

describe('a payment that is settled with a time that is ahead', () => {
  test.each([15, 16])('expires the other hold whose claims it frees, %i minutes ahead', async minutes => {
    const late = await holdScooter()
    advanceTime(16)
    const otherOrder = await samples.booked('r1', 's0')
    const ahead = new Date(now().getTime() + minutes * 60_000)
    expect(await settlePayment(late, 'pay_1', ahead)).toMatchObject({ state: 'confirmed' })
    expect(stateOf(otherOrder.session_id)).toBe('expired')
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('does not change the hold of another scooter', async () => {
    const late = await holdScooter()
    const otherOrder = await samples.booked('r1', 's1')
    const ahead = new Date(now().getTime() + 16 * 60_000)
    await settlePayment(late, 'pay_1', ahead)
    expect(stateOf(otherOrder.session_id)).toBe('held')
    expect(await findBrokenInvariants()).toEqual([])
  })
})
