import { beforeEach, describe, expect, test } from 'vitest'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { getHealth } from '#contract/monitoring/health.ts'
import { FAILING_ORDERS, FAILING_ORDERS_MINUTES, STUCK_AFTER_DAYS } from '#domain/monitoring.ts'
import { MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { app, callAs, sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import {
  afterMinutes,
  anotherRider,
  bookingRequest,
  freeSlot,
  holdScooter,
  paidAtBank,
  setUpPaymentTests,
  storedBooking
} from './sample-bookings.ts'

// The provider creates no orders, for example because the keys are wrong, so nobody can pay.

setUpPaymentTests()
beforeEach(() => sql('UPDATE bookings SET created_at = 0'))

async function rejectOrders(count: number): Promise<void> {
  razorpayServer().faults.fail('createOrder', 'error')
  for (let failed = 0; failed < count; failed += 1) {
    const rider = await anotherRider()
    expect((await rider.refusal(createHourlyBooking, bookingRequest(await freeSlot()))).status).toBe(502)
  }
  razorpayServer().faults.clear()
}

async function checks() {
  const { checks: failed, payments } = await callAs(undefined, getHealth)
  return [payments?.orders_failed, failed]
}

/** Makes all bookings older, so that their order stays the same. */
const passTime = (seconds: number) => sql('UPDATE bookings SET created_at = created_at - ?', seconds)

describe('orders that the provider does not create', () => {
  test('fail a check of the health after several in a row, until one succeeds', async () => {
    await rejectOrders(FAILING_ORDERS - 1)
    expect(await checks()).toEqual([FAILING_ORDERS - 1, []])
    await rejectOrders(1)
    expect(await checks()).toEqual([FAILING_ORDERS, [{ count: FAILING_ORDERS, name: 'orders_failing' }]])
    await passTime(1)
    await holdScooter(await anotherRider())
    expect(await checks()).toEqual([FAILING_ORDERS - 1, []])
  })

  test('do not make the health fail when they are old', async () => {
    await rejectOrders(FAILING_ORDERS)
    await passTime(FAILING_ORDERS_MINUTES * MINUTE_SECONDS - MINUTE_SECONDS)
    expect((await checks())[0]).toBe(FAILING_ORDERS)
    await passTime(MINUTE_SECONDS)
    expect(await checks()).toEqual([0, []])
  })

  test('are not confused with holds that riders cancel or do not pay', async () => {
    for (let held = 0; held < FAILING_ORDERS; held += 1) await holdScooter(await anotherRider())
    await sql("UPDATE bookings SET state = 'released', hold_until = NULL WHERE created_at > 0")
    await sql('UPDATE bookings SET order_id = NULL WHERE created_at > 0')
    await sql('DELETE FROM slot_claims WHERE booking_id IN (SELECT id FROM bookings WHERE created_at > 0)')
    expect(await checks()).toEqual([0, []])
  })
})

describe('an order that cannot be settled for days', () => {
  test('is shown by the health until it is settled', async () => {
    const booking = await holdScooter(await anotherRider())
    paidAtBank(booking, { amount: 5000.5 })
    await sql('UPDATE bookings SET next_check_at = 1 WHERE id = ?', booking.id)
    const stuck = async () => {
      const { cron, status } = await callAs(undefined, getHealth)
      return [cron?.stuck, status]
    }
    await app.runMinute()
    expect(await stuck()).toEqual([0, 'ok'])
    await sql('UPDATE failing_items SET failing_since = unixepoch() - ?1 * 86400 + 60', STUCK_AFTER_DAYS)
    expect(await stuck()).toEqual([0, 'ok'])
    await sql('UPDATE failing_items SET failing_since = failing_since - 61, retry_at = unixepoch()')
    expect(await stuck()).toEqual([1, 'attention'])
    await app.runMinute()
    expect(await stuck()).toEqual([1, 'attention'])
    const { bank } = razorpayServer()
    for (const payment of bank.paymentsOf(booking.order.razorpay_order_id)) payment.amount = 5000
    await afterMinutes(61)
    expect((await storedBooking(booking)).state).toBe('confirmed')
    expect(await stuck()).toEqual([0, 'ok'])
  })
})
