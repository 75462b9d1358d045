import { describe, expect, test, vi } from 'vitest'
import { RECONCILE_WINDOW_SECONDS } from '#domain/constants.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { cancelHoldBy, checkAsAdmin, receiveWebhook } from '#tests/model/harness/calls.ts'
import { advanceMinutes } from '#tests/model/harness/clock.ts'
import {
  advanceTime,
  bank,
  cron,
  cronAfter,
  faults,
  findBrokenInvariants,
  startHarnessForEachTest,
  storedBookings,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'

// What the cron asks the provider, and what it does without a usable answer.

startHarnessForEachTest()

const requestCount = () => faults().requestsOf('orderPayments').length

describe('reconciling orders with the provider', () => {
  test('continues with the others when one request gets no answer', async () => {
    const { order } = await samples.paidSample({ outcome: 'created' })
    faults().fail('fetchPayment', 'error', 1)
    const [payment] = bank().paymentsOf(order.razorpay_order_id)
    await samples.reportPayment({
      order,
      receipt: {
        razorpay_order_id: order.razorpay_order_id,
        razorpay_payment_id: payment?.id ?? '',
        razorpay_signature: bank().sign(order.razorpay_order_id, payment?.id ?? '')
      }
    })
    const other = await samples.booked('r1', 's1')
    bank().pay(other.razorpay_order_id)
    faults().fail('orderPayments', 'unexpected', 1)
    await cronAfter(1)
    expect(storedBookings()).toMatchObject([
      { settling: 1, state: 'held' },
      { id: other.session_id, state: 'confirmed' }
    ])
  })

  test('stops the run of this minute when no request gets an answer', async () => {
    await samples.heldSample()
    for (const rider of ['r1', 'r2'] as const) await samples.booked(rider, 's1', rider === 'r1' ? 0 : 1)
    faults().fail('orderPayments', 'error')
    await cronAfter(1)
    expect(requestCount()).toBe(2)
  })

  test('stops the run of this minute at once when the provider is too busy', async () => {
    await samples.heldSample()
    await samples.booked('r1', 's1')
    faults().fail('orderPayments', 'busy')
    await cronAfter(1)
    const paths = faults()
      .requestsOf('orderPayments')
      .map(({ path }) => path)
    expect(new Set(paths).size).toBe(1)
  })

  test('stops, after growing pauses, for an order that the provider has not stored', async () => {
    await samples.heldSample()
    rows("UPDATE bookings SET order_id = 'order_OfAnotherAccount'")
    const hours = RECONCILE_WINDOW_SECONDS / 3600 + 24
    for (let turn = 0; turn < hours * 4; turn += 1) await cronAfter(15)
    const before = requestCount()
    expect(before).toBeLessThan(30)
    await cronAfter(24 * 60)
    expect(requestCount()).toBe(before)
  })
})

/** Runs the cron whenever the order is due. Returns how many minutes after the booking that was. */
async function minutesOfChecks(): Promise<number[]> {
  const minutes: number[] = []
  for (let [row] = storedBookings(); row?.next_check_at; [row] = storedBookings()) {
    minutes.push(Math.round((row.next_check_at - row.created_at) / 60))
    vi.setSystemTime(row.next_check_at * 1000)
    bank().pass(0)
    await cron()
  }
  expect(requestCount()).toBe(minutes.length)
  return minutes
}

describe('an order without any webhook', () => {
  const WINDOW_MINUTES = RECONCILE_WINDOW_SECONDS / 60

  test('is checked every minute of the hold, then less and less often, and not after 72 hours', async () => {
    await samples.heldSample()
    const minutes = await minutesOfChecks()
    const after = minutes.filter(minute => minute > 16)
    expect(minutes.slice(0, 15)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
    const isSpread = (minute: number, index: number) => minute - (after[index] ?? 0) >= (after[index] ?? 0) / 2 - 1
    expect(after.slice(1).every(isSpread)).toBe(true)
    expect(minutes.at(-1)).toBeGreaterThanOrEqual(WINDOW_MINUTES)
    expect(minutes.at(-1)).toBeLessThanOrEqual(WINDOW_MINUTES * 1.5)
    expect(minutes.length).toBeLessThanOrEqual(32)
  })

  test('of a cancelled hold is checked for as long, and half as often', async () => {
    const { order } = await samples.heldSample()
    await cancelHoldBy('r0', order.session_id)
    const minutes = await minutesOfChecks()
    expect(minutes.slice(0, 4)).toEqual([1, 16, 32, 64])
    expect(minutes.at(-1)).toBeGreaterThanOrEqual(WINDOW_MINUTES)
    expect(minutes.length).toBeLessThanOrEqual(11)
  })

  test('of a paid booking is checked for as long, from a quarter of an hour on', async () => {
    await samples.confirmedSample()
    const minutes = await minutesOfChecks()
    expect(minutes.slice(0, 3)).toEqual([1, 16, 31])
    expect(minutes.length).toBeLessThanOrEqual(16)
  })
})

describe('an authorised payment', () => {
  test('is not captured after the hold has expired, and the bank returns it', async () => {
    const { order } = await samples.heldSample()
    advanceTime(10)
    const { razorpay_payment_id } = bank().pay(order.razorpay_order_id, { outcome: 'authorized' })
    await cronAfter(6)
    expect(bank().payment(razorpay_payment_id)).toMatchObject({ captured: false, status: 'authorized' })
    await cronAfter(10)
    expect(bank().payment(razorpay_payment_id)).toMatchObject({ captured: false, status: 'refunded' })
    await bank().webhooks.flush(receiveWebhook)
    expect(storedBookings()).toMatchObject([{ state: 'expired' }])
    expect([rows('SELECT * FROM payments'), storedRefunds()]).toEqual([[], []])
  })

  test('that was returned no longer extends the hold', async () => {
    const sample = await samples.paidSample({ outcome: 'authorized' })
    faults().fail('fetchPayment', 'error', 1)
    await samples.reportPayment(sample)
    expect(storedBookings()).toMatchObject([{ settling: 1 }])
    await cronAfter(20)
    expect(storedBookings()).toMatchObject([{ settling: 0 }])
    expect(await samples.bookBy('r1')).toMatchObject({ isDone: true })
  })

  test.each([
    ['too little', { amount: 4900 }],
    ['too much', { amount: 5100 }],
    ['in dollars', { currency: 'USD' }]
  ])(
    'is not captured if it is %s: the bank returns it, and the right payment beside it is captured',
    async (_, wrong) => {
      const sample = await samples.paidSample({ ...wrong, outcome: 'authorized' })
      const { id } = samples.paymentIn(sample)
      expect(await samples.reportPayment(sample)).toMatchObject({
        body: { message: paymentsText.authorisedWrongAmount, success: false }
      })
      await cronAfter(1)
      expect(storedBookings()).toMatchObject([{ settling: 0, state: 'held' }])
      const receipt = bank().pay(sample.order.razorpay_order_id, { outcome: 'authorized' })
      await cronAfter(1)
      expect(
        faults()
          .requestsOf('capture')
          .map(({ path }) => path.includes(id))
      ).toEqual([false])
      await cronAfter(20)
      expect(bank().payment(id)).toMatchObject({ captured: false, status: 'refunded' })
      samples.expectConfirmedRide({ order: sample.order, receipt })
    }
  )

  test('does not extend a hold if it differs from the order', async () => {
    const sample = await samples.paidSample({ amount: 4900, outcome: 'authorized' })
    faults().fail('fetchPayment', 'error', 1)
    await samples.reportPayment(sample)
    expect(storedBookings()).toMatchObject([{ settling: 1 }])
    await cronAfter(1)
    expect(storedBookings()).toMatchObject([{ settling: 0, state: 'held' }])
  })

  test('is not captured for a hold that expires during the run', async () => {
    const orders = [await samples.booked('r0'), await samples.booked('r1', 's1')]
    advanceMinutes(5)
    const [, late] = orders.map(({ razorpay_order_id }) => bank().pay(razorpay_order_id, { outcome: 'authorized' }))
    advanceMinutes(9)
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, requestCount: RequestInit) => {
      const answer = await fetch(url, requestCount)
      if (url.endsWith('/capture')) advanceMinutes(2)
      return answer
    })
    await cron()
    vi.stubGlobal('fetch', fetch)
    expect(storedBookings().map(({ state }) => state)).toEqual(['confirmed', 'held'])
    expect(bank().payment(late?.razorpay_payment_id ?? '')).toMatchObject({ captured: false })
  })

  test('is not captured for a hold that its rider cancels during the run', async () => {
    const orders = [await samples.booked('r0'), await samples.booked('r1', 's1')]
    const [, late] = orders.map(({ razorpay_order_id }) => bank().pay(razorpay_order_id, { outcome: 'authorized' }))
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, requestCount: RequestInit) => {
      const answer = await fetch(url, requestCount)
      if (url.endsWith('/capture')) await cancelHoldBy('r1', orders[1]?.session_id ?? '')
      return answer
    })
    await cronAfter(1)
    vi.stubGlobal('fetch', fetch)
    expect(storedBookings().map(({ state }) => state)).toEqual(['confirmed', 'released'])
    expect(bank().payment(late?.razorpay_payment_id ?? '')).toMatchObject({ captured: false })
  })

  test('does not keep another payment of the order from being settled', async () => {
    const { order } = await samples.paidSample({ outcome: 'authorized' })
    const receipt = bank().pay(order.razorpay_order_id)
    expect(await checkAsAdmin(order.session_id)).toMatchObject({ isDone: true })
    samples.expectConfirmedRide({ order, receipt })
  })
})

describe('a paid ride', () => {
  test.each(['wrong_amount', 'wrong_currency'] as const)(
    'stays paid when the provider reports another %s later',
    async fault => {
      const sample = await samples.confirmedSample()
      faults().fail('orderPayments', fault)
      await checkAsAdmin(sample.order.session_id)
      expect(await findBrokenInvariants()).toEqual([])
      expect(storedRefunds()).toEqual([])
      samples.expectConfirmedRide(sample)
    }
  )

  test('is confirmed by the event of its order alone', async () => {
    const sample = await samples.paidSample()
    bank().webhooks.drop(({ event }) => event !== 'order.paid')
    await bank().webhooks.flush(receiveWebhook)
    samples.expectConfirmedRide(sample)
  })
})
