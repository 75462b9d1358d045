import { describe, expect, test, vi } from 'vitest'
import { SECOND_MS } from '#domain/time/time-units.ts'
import type { Fault } from '#tests/fakes/razorpay/faults.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { START_TIME } from '#tests/model/harness/clock.ts'
import { bank, faults, resetHarness, startHarnessForEachTest, storedRefunds } from '#tests/model/harness/harness.ts'
import type { SampleBooking } from '#tests/model/harness/sample-bookings.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'
import { flush, minutesWithCalls, newestOf, refundsAt, sent } from './sent-refunds.ts'

// Refunds while the provider does not answer, for all of them or for some.

startHarnessForEachTest()

async function outage(minutes: number, fault: Fault = 'error'): Promise<void> {
  faults().fail('refund', fault)
  faults().fail('fetchRefund', fault)
  for (let minute = 0; minute < minutes; minute += 1) await samples.checkedCronAfter(1)
  faults().clear()
}

describe('a refund in an outage of hours', () => {
  const HOURS = 3 * 60

  test.each(['busy', 'error'] as const)('is sent a minute after it, and checked soon: %s', async fault => {
    const sample = await samples.cancelledSample()
    await outage(HOURS, fault)
    await samples.checkedCronAfter(1)
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(sample), status: 'sent' }])
    expect(refundsAt(sample)).toHaveLength(1)
    expect(await minutesWithCalls('fetchRefund', 10)).toEqual([2, 6])
  })

  test('is tried every minute', async () => {
    await samples.cancelledSample()
    faults().fail('refund', 'error')
    expect(await minutesWithCalls('refund', 6)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('that is pending is found processed a minute after it', async () => {
    const sample = await sent()
    await outage(HOURS)
    bank().processRefund(newestOf(sample))
    bank().webhooks.pending = []
    await samples.checkedCronAfter(1)
    expect(storedRefunds()).toMatchObject([{ status: 'processed' }])
  })

  test('still has eight tries when it is rejected afterwards', async () => {
    await samples.cancelledSample()
    await outage(HOURS)
    bank().balance_too_low = true
    const before = faults().requestsOf('refund').length
    for (const minutes of [1, 2, 4, 8, 16, 32, 64]) await samples.checkedCronAfter(minutes)
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    await samples.checkedCronAfter(128)
    expect(storedRefunds()).toMatchObject([{ status: 'review' }])
    expect(faults().requestsOf('refund').length - before).toBe(8)
  })
})

/** Inserts a refund of a second payment that the last run of the cron could not send. */
function insertStuckRefund({ order }: SampleBooking, payment_id: string): void {
  rows(
    `INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at)
     VALUES (?1, ?2, ?1, 'captured', 5000, 'INR', 0)`,
    payment_id,
    order.session_id
  )
  rows(
    `INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, created_at)
     VALUES (?1, ?1, ?2, 5000, 'extra_payment', 'due', 0)`,
    payment_id,
    order.session_id
  )
  rows(
    "INSERT INTO failing_items (list, id, failing_since, retry_at) VALUES ('refunds', ?1, ?2, ?2)",
    payment_id,
    START_TIME.getTime() / SECOND_MS
  )
}

describe('many refunds', () => {
  const DUE = 12

  async function manyDue(): Promise<string[]> {
    await resetHarness()
    for (let index = 0; index < DUE; index += 1) {
      const isFirst = index % 2 === 0
      const order = await samples.booked(isFirst ? 'r0' : 'r1', isFirst ? 's0' : 's1', Math.floor(index / 2))
      const receipt = bank().pay(order.razorpay_order_id)
      await flush()
      await samples.cancel({ order, receipt })
    }
    return storedRefunds().map(({ payment_id }) => payment_id)
  }

  const due = () => storedRefunds().flatMap(({ payment_id, status }) => (status === 'due' ? [payment_id] : []))

  test('are all sent within three minutes of the end of an outage', async () => {
    await manyDue()
    await outage(30)
    for (let minute = 0; minute < 3; minute += 1) await samples.checkedCronAfter(1)
    expect(due()).toEqual([])
  })

  test('are sent while two of them always fail, wherever they are in the list', async () => {
    const failing = (await manyDue()).sort().slice(0, 2)
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
      if (failing.some(id => url.endsWith(`/${id}/refund`))) throw new TypeError('Connection lost')
      return fetch(url, options)
    })
    for (let minute = 0; minute < 4; minute += 1) await samples.checkedCronAfter(1)
    vi.stubGlobal('fetch', fetch)
    expect(due().sort()).toEqual(failing)
    await samples.checkedCronAfter(1)
    expect(due()).toEqual([])
  })

  test('that always fail do not delay another one, even if they are as many as a run can send', async () => {
    const sample = await samples.confirmedSample()
    for (let index = 0; index < 50; index += 1) insertStuckRefund(sample, `stuck${index}`)
    await samples.cancel(sample)
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
      if (url.includes('/stuck')) throw new TypeError('Connection lost')
      return fetch(url, options)
    })
    await samples.checkedCronAfter(1)
    vi.stubGlobal('fetch', fetch)
    expect(storedRefunds().at(-1)).toMatchObject({ refund_id: newestOf(sample), status: 'sent' })
  })
})
