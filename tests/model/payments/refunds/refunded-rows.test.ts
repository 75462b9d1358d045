import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/payments/orders.ts'
import { markPinsSeen } from '#server/catalogue/pin-rotation.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { now } from '#tests/model/harness/clock.ts'
import {
  advanceTime,
  bank,
  cron,
  emptyTables,
  findBrokenInvariants,
  startHarness,
  storedBooking,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import type { SampleBooking } from '#tests/model/harness/sample-bookings.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'
import { setRule } from '#tests/model/harness/seed.ts'
import { flush } from './sent-refunds.ts'

// A row of an extended ride is refunded in the provider's dashboard. The ride begins in an hour and lasts one.

startHarness()

let ride: SampleBooking
beforeEach(async () => {
  ride = await samples.confirmedSample()
  setRule('pin_mode', 'rotate')
})
afterEach(async () => {
  expect(await findBrokenInvariants()).toEqual([])
  emptyTables('pin_changes')
})

async function heldExtension(hours: number): Promise<Order> {
  const answer = await calls.extend('r0', ride.order.session_id, hours)
  if (!answer.isDone) throw new Error('The extension was not held')
  return answer.body
}

async function paidExtension(hours: number): Promise<SampleBooking> {
  const order = await heldExtension(hours)
  const extension = { order, receipt: bank().pay(order.razorpay_order_id) }
  expect(await samples.reportPayment(extension)).toMatchObject({ body: { success: true } })
  return extension
}

async function refundInDashboard(row: SampleBooking): Promise<void> {
  bank().processRefund(bank().refundInDashboard(samples.paymentIn(row).id).id)
  await flush()
}

function readPin() {
  const booking = ride.order.session_id
  const query = 'SELECT s.id, s.otp_pin FROM bookings b JOIN scooters s ON s.id = b.scooter_id WHERE b.id = ?1'
  const [scooter] = rows<{ id: string; otp_pin: string }>(query, booking)
  return markPinsSeen([{ booking, pin: scooter?.otp_pin ?? '', scooter: scooter?.id ?? '' }], now())
}
const pinsWaiting = () => rows<{ new_pin: string }>('SELECT new_pin FROM pin_changes')

describe('the PIN that the rider has read', () => {
  test('is renewed with the refund of the extension that runs, hours after the first row', async () => {
    const extension = await paidExtension(5)
    await readPin()
    advanceTime(6 * 60)
    await cron()
    expect(pinsWaiting()).toEqual([])
    await refundInDashboard(extension)
    expect(pinsWaiting()).toHaveLength(1)
  })

  test('is renewed if its read is recorded after that refund', async () => {
    const extension = await paidExtension(5)
    advanceTime(6 * 60)
    await refundInDashboard(extension)
    expect(pinsWaiting()).toEqual([])
    await readPin()
    expect(pinsWaiting()).toHaveLength(1)
  })

  test('is renewed with the refund of the second of three extensions', async () => {
    await paidExtension(1)
    const second = await paidExtension(3)
    await paidExtension(2)
    await readPin()
    advanceTime(4 * 60)
    await refundInDashboard(second)
    expect(pinsWaiting()).toHaveLength(1)
  })

  test.each([
    ['is still ahead', 0],
    ['is under way', 90]
  ])('stays while the first row %s, until that has ended', async (_, minutes) => {
    const extension = await paidExtension(5)
    await readPin()
    advanceTime(minutes)
    await refundInDashboard(extension)
    expect(pinsWaiting()).toEqual([])
    advanceTime(121 - minutes)
    await cron()
    expect(pinsWaiting()).toHaveLength(1)
  })

  test('is told as changed to a rider whose extension runs', async () => {
    await paidExtension(5)
    await readPin()
    advanceTime(6 * 60)
    rows("INSERT INTO pin_changes (scooter_id, new_pin, created_at) VALUES ('s0', '739264', 1)")
    expect(await calls.changePinOf('s0', '739264')).toMatchObject({ isDone: true })
    expect(rows("SELECT user_id FROM outbox WHERE kind = 'pin_changed'")).toEqual([{ user_id: 'r0' }])
  })
})

describe('the unpaid extension', () => {
  const REFUNDED: [string, () => Promise<SampleBooking>][] = [
    ['ride', () => Promise.resolve(ride)],
    ['extension before it', () => paidExtension(2)]
  ]

  test.each(REFUNDED)('is released with the refund of the %s, and no payment of it is captured', async (_, rowOf) => {
    const row = await rowOf()
    const { razorpay_order_id, session_id } = await heldExtension(1)
    await refundInDashboard(row)
    expect(storedBooking(session_id)).toMatchObject({ held_since: null, state: 'released' })
    const { razorpay_payment_id } = bank().pay(razorpay_order_id, { outcome: 'authorized' })
    await flush()
    await cron()
    expect(bank().payment(razorpay_payment_id)).toMatchObject({ captured: false })
    expect(storedRefunds().filter(({ booking_id }) => booking_id === session_id)).toEqual([])
    expect(rows('SELECT 1 FROM slot_claims WHERE booking_id = ?1', session_id)).toEqual([])
  })

  test('stays if a part of the ride is refunded', async () => {
    const { session_id } = await heldExtension(1)
    bank().processRefund(bank().refundInDashboard(samples.paymentIn(ride).id, 1000).id)
    await flush()
    expect(storedBooking(session_id)).toMatchObject({ state: 'held' })
  })
})
