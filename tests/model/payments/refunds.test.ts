import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SECOND_MS } from '#domain/time/time-units.ts'
import * as text from '#messages/admin/payments/refund-responses.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { injectFaults, stopFaults } from '#tests/helpers/servers/fault-injection.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { receiveWebhook } from '#tests/model/harness/calls.ts'
import { START_TIME } from '#tests/model/harness/clock.ts'
import type { Fixture } from '#tests/model/harness/fixtures.ts'
import * as fixtures from '#tests/model/harness/fixtures.ts'
import {
  advanceTime,
  bank,
  cron,
  faults,
  findBrokenInvariants,
  resetHarness,
  startHarness,
  storedBookings,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import type { Call, Fault } from '#tests/razorpay/faults.ts'

// Pending refunds, and the events that can interfere with them.

startHarness()
beforeEach(resetHarness)

const flush = () => bank().webhooks.flush(receiveWebhook)

/** Runs once, between the creation of a refund and the reading of the answer. */
function duringRefund(meanwhile: () => Promise<void>): void {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
    const answer = await fetch(url, options)
    if (!url.endsWith('/refund')) return answer
    vi.stubGlobal('fetch', fetch)
    await meanwhile()
    return answer
  })
}

const refundsAt = (fixture: Fixture) => bank().refundsOf(fixtures.paymentIn(fixture).id)

const newestOf = (fixture: Fixture) => refundsAt(fixture).at(-1)?.id ?? ''

async function cronAfter(minutes: number): Promise<void> {
  advanceTime(minutes)
  await cron()
  expect(await findBrokenInvariants()).toEqual([])
}

/** Pending at the provider. */
async function sent(): Promise<Fixture> {
  const fixture = await fixtures.cancelledFixture()
  await cronAfter(1)
  expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(fixture), status: 'sent' }])
  return fixture
}

/** An admin sends it again after it failed. */
async function sentAgain(): Promise<Fixture> {
  const fixture = await sent()
  bank().failRefund(newestOf(fixture))
  await flush()
  expect(storedRefunds()).toMatchObject([{ status: 'review' }])
  expect(await calls.sendRefundAgain(fixtures.paymentIn(fixture).id, 50)).toMatchObject({ status: 200 })
  return fixture
}

describe('a refund', () => {
  test('is sent by one of two crons that run at once', async () => {
    const fixture = await fixtures.cancelledFixture()
    advanceTime(1)
    await Promise.all([cron(), cron()])
    expect(faults().requestsOf('refund')).toHaveLength(1)
    expect(refundsAt(fixture)).toHaveLength(1)
  })

  test('that is pending is not final, even if the provider calls its payment refunded', async () => {
    const fixture = await sent()
    await cronAfter(3)
    expect(storedRefunds()).toMatchObject([{ status: 'sent' }])
    bank().failRefund(newestOf(fixture))
    await cronAfter(5)
    expect(storedRefunds()).toMatchObject([{ status: 'review' }])
  })

  test('in the dashboard keeps the ride until it is processed', async () => {
    const fixture = await fixtures.confirmedFixture()
    const { id } = bank().refundInDashboard(fixtures.paymentIn(fixture).id)
    await cronAfter(1)
    expect(storedBookings()).toMatchObject([{ state: 'confirmed' }])
    bank().failRefund(id)
    await cronAfter(30)
    fixtures.expectConfirmedRide(fixture)
  })

  test('that is reported as processed during its request stays processed', async () => {
    const fixture = await fixtures.cancelledFixture()
    duringRefund(async () => {
      bank().processRefund(newestOf(fixture))
      await flush()
    })
    await cronAfter(1)
    fixtures.expectRefunded(fixture)
  })

  test('that failed is sent again under another key, because the same key would only return the failure', async () => {
    const fixture = await sentAgain()
    await cronAfter(5)
    bank().processRefund(newestOf(fixture))
    await flush()
    expect(storedRefunds()).toMatchObject([{ status: 'processed' }])
    expect(refundsAt(fixture).map(({ status }) => status)).toEqual(['failed', 'processed'])
  })

  /** Sends every reported failure once more. */
  async function redeliverFailures(): Promise<void> {
    const failures = bank().events.filter(({ event }) => event === 'refund.failed')
    expect(failures.length).toBeGreaterThan(0)
    for (const failed of failures) {
      await bank().webhooks.deliver(receiveWebhook, failed, {
        id: `${failed.id}-${Math.trunc(performance.now() * 1000)}`
      })
    }
  }

  test('that failed and is reported late does not change the next one, in any state', async () => {
    const fixture = await sentAgain()
    await redeliverFailures()
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    duringRefund(redeliverFailures)
    await cronAfter(1)
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(fixture), status: 'sent' }])
    await redeliverFailures()
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(fixture), status: 'sent' }])
    bank().processRefund(newestOf(fixture))
    await flush()
    await redeliverFailures()
    expect(storedRefunds()).toMatchObject([{ status: 'processed' }])
    expect(await calls.closeRefundManually(fixtures.paymentIn(fixture).id, 50)).toMatchObject({ status: 409 })
  })

  test('that failed twice, with the first failure reported late, is still sent a third time', async () => {
    const fixture = await sentAgain()
    await cronAfter(1)
    bank().failRefund(newestOf(fixture))
    await flush()
    expect(await calls.sendRefundAgain(fixtures.paymentIn(fixture).id, 50)).toMatchObject({ status: 200 })
    await redeliverFailures()
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    await cronAfter(1)
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(fixture), status: 'sent' }])
    expect(refundsAt(fixture).map(({ status }) => status)).toEqual(['failed', 'failed', 'pending'])
  })

  test('that an admin sends again while a slow cron finds its failure is sent again', async () => {
    const fixture = await sent()
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
      if (!url.includes('/refunds/')) return fetch(url, options)
      vi.stubGlobal('fetch', fetch)
      bank().failRefund(newestOf(fixture))
      await flush()
      expect(await calls.sendRefundAgain(fixtures.paymentIn(fixture).id, 50)).toMatchObject({ status: 200 })
      return fetch(url, options)
    })
    await cronAfter(2)
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    await cronAfter(1)
    expect(refundsAt(fixture).map(({ status }) => status)).toEqual(['failed', 'pending'])
  })

  test('that was sent again is not changed by a slow cron that finds the previous failure', async () => {
    const fixture = await sent()
    const first = newestOf(fixture)
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
      if (!url.includes('/refunds/')) return fetch(url, options)
      vi.stubGlobal('fetch', fetch)
      bank().failRefund(first)
      await flush()
      expect(await calls.sendRefundAgain(fixtures.paymentIn(fixture).id, 50)).toMatchObject({ status: 200 })
      await cron()
      return fetch(url, options)
    })
    await cronAfter(2)
    expect(newestOf(fixture)).not.toBe(first)
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(fixture), status: 'sent' }])
    expect(await calls.closeRefundManually(fixtures.paymentIn(fixture).id, 50)).toMatchObject({ status: 409 })
  })

  test('that fails before its answer was read waits for an admin', async () => {
    const fixture = await fixtures.cancelledFixture()
    faults().fail('refund', 'lost', 1)
    await cronAfter(1)
    bank().failRefund(newestOf(fixture))
    await flush()
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    await cronAfter(2)
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(fixture), status: 'review' }])
  })

  test('that fails before its answer is stored waits for an admin after the next check', async () => {
    const fixture = await fixtures.cancelledFixture()
    duringRefund(async () => {
      bank().failRefund(newestOf(fixture))
      await flush()
    })
    await cronAfter(1)
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(fixture), status: 'sent' }])
    await cronAfter(2)
    expect(storedRefunds()).toMatchObject([{ status: 'review' }])
  })

  test('that is processed is not reopened by a late failure', async () => {
    const fixture = await fixtures.cancelledFixture()
    bank().refunds_at_once = true
    await cronAfter(1)
    const processed = bank().events.findLast(({ event }) => event === 'refund.processed')
    const body = processed?.body.replaceAll('refund.processed', 'refund.failed') ?? ''
    if (processed) await bank().webhooks.deliver(receiveWebhook, processed, { body, id: 'another' })
    fixtures.expectRefunded(fixture)
  })

  test('that is rejected repeatedly waits for an admin, who sends it when there is enough balance', async () => {
    const fixture = await fixtures.cancelledFixture()
    bank().balance_too_low = true
    for (const minutes of [1, 2, 4, 8, 16, 32, 64]) await cronAfter(minutes)
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    await cronAfter(128)
    expect(storedRefunds()).toMatchObject([{ status: 'review' }])
    await cronAfter(600)
    expect(faults().requestsOf('refund')).toHaveLength(8)
    expect(await calls.sendRefundAgain(fixtures.paymentIn(fixture).id, 50)).toMatchObject({ status: 200 })
    await cronAfter(1)
    expect(storedRefunds(), 'its refusals count anew').toMatchObject([{ status: 'due' }])
    Object.assign(bank(), { balance_too_low: false, refunds_at_once: true })
    await cronAfter(2)
    fixtures.expectRefunded(fixture)
  })

  test('that failed, and then is rejected repeatedly, is still sent under its own key', async () => {
    const fixture = await sentAgain()
    const failed = newestOf(fixture)
    bank().balance_too_low = true
    for (const minutes of [1, 2, 4, 8, 16, 32, 64, 128]) await cronAfter(minutes)
    expect(storedRefunds()).toMatchObject([{ refund_id: failed, status: 'review' }])
    Object.assign(bank(), { balance_too_low: false, refunds_at_once: true })
    await calls.sendRefundAgain(fixtures.paymentIn(fixture).id, 50)
    await cronAfter(1)
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(fixture), status: 'processed' }])
  })

  test('that is pending is checked less and less often', async () => {
    await sent()
    expect(await minutesWithCalls('fetchRefund', 40)).toEqual([2, 6, 14, 30])
  })
})

/** The minutes of the next `minutes` in which the cron makes this call. */
async function minutesWithCalls(call: Call, minutes: number): Promise<number[]> {
  const found: number[] = []
  for (let minute = 1; minute <= minutes; minute += 1) {
    const before = faults().requestsOf(call).length
    await cronAfter(1)
    if (faults().requestsOf(call).length > before) found.push(minute)
  }
  return found
}

async function outage(minutes: number, fault: Fault = 'error'): Promise<void> {
  faults().fail('refund', fault)
  faults().fail('fetchRefund', fault)
  for (let minute = 0; minute < minutes; minute += 1) await cronAfter(1)
  faults().clear()
}

describe('a refund in an outage of hours', () => {
  const HOURS = 3 * 60

  test.each(['busy', 'error'] as const)('(%s) is sent a minute after it, and checked soon', async fault => {
    const fixture = await fixtures.cancelledFixture()
    await outage(HOURS, fault)
    await cronAfter(1)
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(fixture), status: 'sent' }])
    expect(refundsAt(fixture)).toHaveLength(1)
    expect(await minutesWithCalls('fetchRefund', 10)).toEqual([2, 6])
  })

  test('is tried every minute', async () => {
    await fixtures.cancelledFixture()
    faults().fail('refund', 'error')
    expect(await minutesWithCalls('refund', 6)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('that is pending is found processed a minute after it', async () => {
    const fixture = await sent()
    await outage(HOURS)
    bank().processRefund(newestOf(fixture))
    bank().webhooks.pending = []
    await cronAfter(1)
    expect(storedRefunds()).toMatchObject([{ status: 'processed' }])
  })

  test('still has eight tries when it is rejected afterwards', async () => {
    await fixtures.cancelledFixture()
    await outage(HOURS)
    bank().balance_too_low = true
    const before = faults().requestsOf('refund').length
    for (const minutes of [1, 2, 4, 8, 16, 32, 64]) await cronAfter(minutes)
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    await cronAfter(128)
    expect(storedRefunds()).toMatchObject([{ status: 'review' }])
    expect(faults().requestsOf('refund').length - before).toBe(8)
  })
})

describe('many refunds', () => {
  const DUE = 12

  async function manyDue(): Promise<string[]> {
    await resetHarness()
    for (let index = 0; index < DUE; index += 1) {
      const isFirst = index % 2 === 0
      const order = await fixtures.booked(isFirst ? 'r0' : 'r1', isFirst ? 's0' : 's1', Math.floor(index / 2))
      const receipt = bank().pay(order.razorpay_order_id)
      await flush()
      await fixtures.cancel({ order, receipt })
    }
    return storedRefunds().map(({ payment_id }) => payment_id)
  }

  const due = () => storedRefunds().flatMap(({ payment_id, status }) => (status === 'due' ? [payment_id] : []))

  test('are all sent within three minutes of the end of an outage', async () => {
    await manyDue()
    await outage(30)
    for (let minute = 0; minute < 3; minute += 1) await cronAfter(1)
    expect(due()).toEqual([])
  })

  test('are sent while two of them always fail, wherever they are in the list', async () => {
    const failing = (await manyDue()).sort().slice(0, 2)
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
      if (failing.some(id => url.endsWith(`/${id}/refund`))) throw new TypeError('Connection lost')
      return fetch(url, options)
    })
    for (let minute = 0; minute < 4; minute += 1) await cronAfter(1)
    vi.stubGlobal('fetch', fetch)
    expect(due().sort()).toEqual(failing)
    await cronAfter(1)
    expect(due()).toEqual([])
  })

  test('that always fail do not delay another one, even if they fill a run', async () => {
    const fixture = await fixtures.confirmedFixture()
    for (let index = 0; index < 50; index += 1) insertStuckRefund(fixture, `stuck${index}`)
    await fixtures.cancel(fixture)
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
      if (url.includes('/stuck')) throw new TypeError('Connection lost')
      return fetch(url, options)
    })
    await cronAfter(1)
    vi.stubGlobal('fetch', fetch)
    expect(storedRefunds().at(-1)).toMatchObject({ refund_id: newestOf(fixture), status: 'sent' })
  })
})

/** The refund of a second payment; the last run could not send it. */
function insertStuckRefund({ order }: Fixture, payment_id: string): void {
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

describe("partial refunds in the provider's dashboard", () => {
  const refundInDashboard = (fixture: Fixture, amount: number) =>
    bank().refundInDashboard(fixtures.paymentIn(fixture).id, amount)

  /** Also runs the order reconciliation, which may not be due. */
  async function reconcileEverything(): Promise<void> {
    await flush()
    rows('UPDATE bookings SET next_check_at = 0')
    await cronAfter(7 * 60)
  }

  test('end the ride when all of them are processed, not when all of them are created', async () => {
    const fixture = await fixtures.confirmedFixture()
    const halves = [refundInDashboard(fixture, 2500), refundInDashboard(fixture, 2500)]
    expect(fixtures.paymentIn(fixture)).toMatchObject({ amount_refunded: 5000, status: 'refunded' })
    await reconcileEverything()
    bank().processRefund(halves[0]?.id ?? '')
    await reconcileEverything()
    expect(storedBookings()).toMatchObject([{ state: 'confirmed' }])
    expect(storedRefunds()).toMatchObject([{ paise: 2500, reason: 'elsewhere', refund_id: halves[0]?.id }])
    bank().processRefund(halves[1]?.id ?? '')
    await flush()
    expect(storedBookings()).toMatchObject([{ state: 'cancelled' }])
    expect(storedRefunds()).toMatchObject(halves.map(({ id }) => ({ paise: 2500, refund_id: id, status: 'processed' })))
  })

  test('end the ride without a webhook, when the cron checks them', async () => {
    const fixture = await fixtures.confirmedFixture()
    for (const half of [refundInDashboard(fixture, 2500), refundInDashboard(fixture, 2500)])
      bank().processRefund(half.id)
    bank().webhooks.pending = []
    await reconcileEverything()
    expect(storedBookings()).toMatchObject([{ state: 'cancelled' }])
  })

  test('reduce our refund, which then names its amount and its id', async () => {
    const fixture = await fixtures.confirmedFixture()
    await fixtures.cancel(fixture)
    bank().processRefund(refundInDashboard(fixture, 1000).id)
    await flush()
    const { id } = fixtures.paymentIn(fixture)
    expect(storedRefunds()).toMatchObject([
      { id, paise: 4000, status: 'due' },
      { paise: 1000, reason: 'elsewhere', status: 'processed' }
    ])
    bank().refunds_at_once = true
    await cronAfter(1)
    expect(refundsAt(fixture)).toMatchObject([{ amount: 1000 }, { amount: 4000, receipt: id }])
    await flush()
    expect(storedRefunds()).toMatchObject([
      { paise: 4000, status: 'processed' },
      { paise: 1000, status: 'processed' }
    ])
    expect(await findBrokenInvariants()).toEqual([])
  })

  test.each([
    ['by the event', true],
    ['by the next request', false]
  ])('reduce our refund, whose lost response is found again %s', async (_, hasEvent) => {
    const fixture = await fixtures.confirmedFixture()
    await fixtures.cancel(fixture)
    bank().processRefund(refundInDashboard(fixture, 1000).id)
    await flush()
    bank().refunds_at_once = true
    faults().fail('refund', 'lost', 1)
    await cronAfter(1)
    expect(refundsAt(fixture)).toHaveLength(2)
    if (hasEvent) await flush()
    else bank().webhooks.pending = []
    expect(storedRefunds()[0]).toMatchObject({ paise: 4000, status: hasEvent ? 'processed' : 'due' })
    await reconcileEverything()
    expect(storedRefunds()[0]).toMatchObject({ paise: 4000, status: 'processed' })
    expect(refundsAt(fixture)).toHaveLength(2)
  })

  test('of the whole payment replace our refund', async () => {
    const fixture = await fixtures.confirmedFixture()
    await fixtures.cancel(fixture)
    const whole = refundInDashboard(fixture, 5000)
    bank().processRefund(whole.id)
    await flush()
    expect(storedRefunds()).toMatchObject([
      { paise: 5000, reason: 'cancelled', refund_id: whole.id, status: 'processed' }
    ])
    await reconcileEverything()
    expect(refundsAt(fixture)).toHaveLength(1)
  })

  test('keep the ride if one of them fails', async () => {
    const fixture = await fixtures.confirmedFixture()
    const [one, other] = [refundInDashboard(fixture, 2500), refundInDashboard(fixture, 2500)]
    bank().failRefund(one?.id ?? '')
    bank().processRefund(other?.id ?? '')
    await reconcileEverything()
    expect(storedBookings()).toMatchObject([{ state: 'confirmed' }])
    expect(storedRefunds()).toMatchObject([{ paise: 2500, reason: 'elsewhere', refund_id: other?.id }])
  })

  test('are all counted, however many there are', async () => {
    const fixture = await fixtures.confirmedFixture()
    for (let part = 0; part < 25; part += 1) bank().processRefund(refundInDashboard(fixture, 200).id)
    await reconcileEverything()
    expect(storedBookings()).toMatchObject([{ state: 'cancelled' }])
  })

  test('that fail do not change our refund, at any point', async () => {
    const fixture = await fixtures.confirmedFixture()
    const parts = [1, 2, 3].map(() => refundInDashboard(fixture, 500).id)
    const failPart = async () => {
      bank().failRefund(parts.pop() ?? '')
      await flush()
    }
    await failPart()
    expect(storedRefunds()).toEqual([])
    await fixtures.cancel(fixture)
    await failPart()
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    await cronAfter(1)
    await failPart()
    expect(storedRefunds()).toMatchObject([{ note: null, status: 'sent' }])
  })

  test('are sent by us if they fail after our refund of the rest', async () => {
    const fixture = await fixtures.confirmedFixture()
    const part = refundInDashboard(fixture, 1000)
    await fixtures.cancel(fixture)
    await cronAfter(1)
    bank().processRefund(newestOf(fixture))
    await reconcileEverything()
    expect(storedRefunds()).toMatchObject([{ status: 'sent' }])
    bank().failRefund(part.id)
    await reconcileEverything()
    await reconcileEverything()
    bank().processRefund(newestOf(fixture))
    await reconcileEverything()
    expect(storedRefunds()).toMatchObject([{ status: 'processed' }])
    expect(refundsAt(fixture).map(({ amount, status }) => [amount, status])).toEqual([
      [1000, 'failed'],
      [4000, 'processed'],
      [1000, 'processed']
    ])
  })

  test('replace our refund if they leave nothing to refund', async () => {
    const fixture = await fixtures.confirmedFixture()
    const halves = [refundInDashboard(fixture, 2500), refundInDashboard(fixture, 2500)]
    await fixtures.cancel(fixture)
    await cronAfter(1)
    expect(storedRefunds()).toMatchObject([{ status: 'sent' }])
    bank().processRefund(halves[0]?.id ?? '')
    await reconcileEverything()
    expect(storedRefunds()).toMatchObject([{ status: 'sent' }])
    bank().processRefund(halves[1]?.id ?? '')
    await reconcileEverything()
    expect(storedRefunds()).toMatchObject([{ status: 'processed' }])
    expect(refundsAt(fixture)).toHaveLength(2)
  })

  test('leave a rest that, after repeated rejections, an admin can send', async () => {
    const fixture = await fixtures.confirmedFixture()
    const part = refundInDashboard(fixture, 1000)
    bank().processRefund(part.id)
    await fixtures.cancel(fixture)
    bank().balance_too_low = true
    for (const minutes of [1, 2, 4, 8, 16, 32, 64, 128]) await cronAfter(minutes)
    expect(storedRefunds()).toMatchObject([{ refund_id: null, status: 'review' }])
    Object.assign(bank(), { balance_too_low: false, refunds_at_once: true })
    expect(await calls.sendRefundAgain(fixtures.paymentIn(fixture).id, 50)).toMatchObject({ status: 200 })
    await reconcileEverything()
    expect(storedRefunds()).toMatchObject([
      { paise: 4000, status: 'processed' },
      { paise: 1000, status: 'processed' }
    ])
    expect(refundsAt(fixture).map(({ amount }) => amount)).toEqual([1000, 4000])
  })

  test('leave a rest whose rejections count anew, because the provider accepted the refund before', async () => {
    const fixture = await fixtures.confirmedFixture()
    const part = refundInDashboard(fixture, 1000)
    await fixtures.cancel(fixture)
    bank().balance_too_low = true
    for (const minutes of [1, 2, 4, 8, 16, 32, 64]) await cronAfter(minutes)
    bank().balance_too_low = false
    await cronAfter(128)
    bank().processRefund(newestOf(fixture))
    bank().failRefund(part.id)
    bank().webhooks.pending = []
    await cronAfter(2)
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    bank().balance_too_low = true
    await cronAfter(4)
    expect(faults().requestsOf('refund')).toHaveLength(9)
    expect(storedRefunds()).toMatchObject([{ note: expect.stringContaining('balance'), status: 'due' }])
  })

  test('of which one fails, in place of our refund, wait for an admin, who reads that a part was refunded', async () => {
    const fixture = await fixtures.confirmedFixture()
    const halves = [refundInDashboard(fixture, 2500), refundInDashboard(fixture, 2500)]
    await fixtures.cancel(fixture)
    await cronAfter(1)
    bank().failRefund(halves[0]?.id ?? '')
    await reconcileEverything()
    expect(storedRefunds()).toMatchObject([{ note: text.refundPartFailed, status: 'review' }])
    bank().refunds_at_once = true
    bank().processRefund(halves[1]?.id ?? '')
    expect(await calls.sendRefundAgain(fixtures.paymentIn(fixture).id, 50)).toMatchObject({ status: 200 })
    await reconcileEverything()
    expect(storedRefunds()).toMatchObject([
      { paise: 2500, status: 'processed' },
      { paise: 2500, status: 'processed' }
    ])
    expect(refundsAt(fixture).map(({ amount, status }) => [amount, status])).toEqual([
      [2500, 'failed'],
      [2500, 'processed'],
      [2500, 'processed']
    ])
  })
})

describe('two admins who decide on one refund', () => {
  async function inReview(): Promise<string> {
    const fixture = await sent()
    bank().failRefund(newestOf(fixture))
    await flush()
    return fixtures.paymentIn(fixture).id
  }

  test('cannot both send and close it', async () => {
    const payment_id = await inReview()
    injectFaults(({ operation }) => {
      // The other admin's batch arrives before this one's.
      if (operation.includes('note = ')) rows("UPDATE refunds SET status = 'due'")
      return null
    })
    expect(await calls.closeRefundManually(payment_id, 50)).toMatchObject({ detail: text.refundNotOpen, status: 409 })
    stopFaults()
    expect(storedRefunds()).toMatchObject([{ note: text.refundFailed, status: 'due' }])
    expect(rows('SELECT action FROM audits WHERE subject = ?', payment_id)).toEqual([])
  })

  test('close it once when both close it', async () => {
    const payment_id = await inReview()
    await Promise.all([calls.closeRefundManually(payment_id, 50), calls.closeRefundManually(payment_id, 50)])
    expect(storedRefunds()).toMatchObject([{ note: calls.MANUAL_REFUND_NOTE, status: 'processed' }])
  })
})
