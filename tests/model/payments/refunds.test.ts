import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as text from '#messages/admin/responses.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { injectFaults, stopFaults } from '#tests/helpers/servers/fault-injection.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { receiveWebhook } from '#tests/model/harness/calls.ts'
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
    Object.assign(bank(), { balance_too_low: false, refunds_at_once: true })
    expect(await calls.sendRefundAgain(fixtures.paymentIn(fixture).id, 50)).toMatchObject({ status: 200 })
    await cronAfter(1)
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

  test('is checked less and less often', async () => {
    await fixtures.cancelledFixture()
    faults().fail('refund', 'error')
    const options: number[] = []
    for (let minute = 1; minute <= 16; minute += 1) {
      const before = faults().requestsOf('refund').length
      await cronAfter(1)
      if (faults().requestsOf('refund').length > before) options.push(minute)
    }
    expect(options).toEqual([1, 3, 7, 15])
  })
})

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
    expect(storedRefunds()).toEqual([])
    bank().processRefund(halves[1]?.id ?? '')
    await flush()
    expect(storedBookings()).toMatchObject([{ state: 'cancelled' }])
    expect(storedRefunds()).toMatchObject([{ reason: 'elsewhere', refund_id: halves[1]?.id, status: 'processed' }])
  })

  test('end the ride without a webhook, when the cron checks them', async () => {
    const fixture = await fixtures.confirmedFixture()
    for (const half of [refundInDashboard(fixture, 2500), refundInDashboard(fixture, 2500)])
      bank().processRefund(half.id)
    bank().webhooks.pending = []
    await reconcileEverything()
    expect(storedBookings()).toMatchObject([{ state: 'cancelled' }])
  })

  test('keep the ride if one of them fails', async () => {
    const fixture = await fixtures.confirmedFixture()
    const [one, other] = [refundInDashboard(fixture, 2500), refundInDashboard(fixture, 2500)]
    bank().failRefund(one?.id ?? '')
    bank().processRefund(other?.id ?? '')
    await reconcileEverything()
    expect(storedBookings()).toMatchObject([{ state: 'confirmed' }])
    expect(storedRefunds()).toEqual([])
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
    expect(storedRefunds()).toMatchObject([{ status: 'processed' }])
    expect(refundsAt(fixture).map(({ amount }) => amount)).toEqual([1000, 4000])
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
    expect(storedRefunds()).toMatchObject([{ status: 'processed' }])
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
      if (operation.includes('note = ?2')) rows("UPDATE refunds SET status = 'due'")
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
