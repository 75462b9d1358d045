import { describe, expect, test, vi } from 'vitest'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { changeBefore, stopFaults } from '#tests/helpers/servers/fault-injection.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { bank, cron, faults, startHarnessForEachTest, storedRefunds } from '#tests/model/harness/harness.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'
import { duringRefund, flush, newestOf, refundsAt, sent, sentAgain } from './sent-refunds.ts'

// Refunds that the provider fails or rejects, and the decisions of admins.

startHarnessForEachTest()

/** The provider delivers every failure event once more, under another event id. */
async function redeliverFailures(): Promise<void> {
  const failures = bank().events.filter(({ event }) => event === 'refund.failed')
  expect(failures.length).toBeGreaterThan(0)
  for (const failed of failures) {
    await bank().webhooks.deliver(calls.receiveWebhook, failed, {
      id: `${failed.id}-${Math.trunc(performance.now() * 1000)}`
    })
  }
}

describe('a refund', () => {
  test('that failed is sent again under another key, because the same key would only return the failure', async () => {
    const sample = await sentAgain()
    await samples.checkedCronAfter(5)
    bank().processRefund(newestOf(sample))
    await flush()
    expect(storedRefunds()).toMatchObject([{ status: 'processed' }])
    expect(refundsAt(sample).map(({ status }) => status)).toEqual(['failed', 'processed'])
  })

  test('that failed and is reported late does not change the next request, in any state', async () => {
    const sample = await sentAgain()
    await redeliverFailures()
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    duringRefund(redeliverFailures)
    await samples.checkedCronAfter(1)
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(sample), status: 'sent' }])
    await redeliverFailures()
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(sample), status: 'sent' }])
    bank().processRefund(newestOf(sample))
    await flush()
    await redeliverFailures()
    expect(storedRefunds()).toMatchObject([{ status: 'processed' }])
    expect(await calls.closeRefundManually(samples.paymentIn(sample).id, 50)).toMatchObject({ status: 409 })
  })

  test('that failed twice, with the first failure reported late, is still sent a third time', async () => {
    const sample = await sentAgain()
    await samples.checkedCronAfter(1)
    bank().failRefund(newestOf(sample))
    await flush()
    expect(await calls.sendRefundAgain(samples.paymentIn(sample).id, 50)).toMatchObject({ status: 200 })
    await redeliverFailures()
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    await samples.checkedCronAfter(1)
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(sample), status: 'sent' }])
    expect(refundsAt(sample).map(({ status }) => status)).toEqual(['failed', 'failed', 'pending'])
  })

  test('that an admin sends again while a slow cron finds its failure is sent again', async () => {
    const sample = await sent()
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
      if (!url.includes('/refunds/')) return fetch(url, options)
      vi.stubGlobal('fetch', fetch)
      bank().failRefund(newestOf(sample))
      await flush()
      expect(await calls.sendRefundAgain(samples.paymentIn(sample).id, 50)).toMatchObject({ status: 200 })
      return fetch(url, options)
    })
    await samples.checkedCronAfter(2)
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    await samples.checkedCronAfter(1)
    expect(refundsAt(sample).map(({ status }) => status)).toEqual(['failed', 'pending'])
  })

  test('that was sent again is not changed by a slow cron that finds the previous failure', async () => {
    const sample = await sent()
    const first = newestOf(sample)
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
      if (!url.includes('/refunds/')) return fetch(url, options)
      vi.stubGlobal('fetch', fetch)
      bank().failRefund(first)
      await flush()
      expect(await calls.sendRefundAgain(samples.paymentIn(sample).id, 50)).toMatchObject({ status: 200 })
      await cron()
      return fetch(url, options)
    })
    await samples.checkedCronAfter(2)
    expect(newestOf(sample)).not.toBe(first)
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(sample), status: 'sent' }])
    expect(await calls.closeRefundManually(samples.paymentIn(sample).id, 50)).toMatchObject({ status: 409 })
  })

  test('that fails before its answer was read waits for an admin', async () => {
    const sample = await samples.cancelledSample()
    faults().fail('refund', 'lost', 1)
    await samples.checkedCronAfter(1)
    bank().failRefund(newestOf(sample))
    await flush()
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    await samples.checkedCronAfter(2)
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(sample), status: 'review' }])
  })

  test('that fails before its answer is stored waits for an admin after the next check', async () => {
    const sample = await samples.cancelledSample()
    duringRefund(async () => {
      bank().failRefund(newestOf(sample))
      await flush()
    })
    await samples.checkedCronAfter(1)
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(sample), status: 'sent' }])
    await samples.checkedCronAfter(2)
    expect(storedRefunds()).toMatchObject([{ status: 'review' }])
  })

  test('that is rejected repeatedly waits for an admin, who sends it when there is enough balance', async () => {
    const sample = await samples.cancelledSample()
    bank().balance_too_low = true
    for (const minutes of [1, 2, 4, 8, 16, 32, 64]) await samples.checkedCronAfter(minutes)
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    await samples.checkedCronAfter(128)
    expect(storedRefunds()).toMatchObject([{ status: 'review' }])
    await samples.checkedCronAfter(600)
    expect(faults().requestsOf('refund')).toHaveLength(8)
    expect(await calls.sendRefundAgain(samples.paymentIn(sample).id, 50)).toMatchObject({ status: 200 })
    await samples.checkedCronAfter(1)
    expect(storedRefunds(), 'its refusals count anew').toMatchObject([{ status: 'due' }])
    Object.assign(bank(), { balance_too_low: false, refunds_at_once: true })
    await samples.checkedCronAfter(2)
    samples.expectRefunded(sample)
  })

  test('that failed, and then is rejected repeatedly, is still sent under its own key', async () => {
    const sample = await sentAgain()
    const failed = newestOf(sample)
    bank().balance_too_low = true
    for (const minutes of [1, 2, 4, 8, 16, 32, 64, 128]) await samples.checkedCronAfter(minutes)
    expect(storedRefunds()).toMatchObject([{ refund_id: failed, status: 'review' }])
    Object.assign(bank(), { balance_too_low: false, refunds_at_once: true })
    await calls.sendRefundAgain(samples.paymentIn(sample).id, 50)
    await samples.checkedCronAfter(1)
    expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(sample), status: 'processed' }])
  })
})

describe('two admins who decide on one refund', () => {
  async function inReview(): Promise<string> {
    const sample = await sent()
    bank().failRefund(newestOf(sample))
    await flush()
    return samples.paymentIn(sample).id
  }

  test('cannot both send and close it', async () => {
    const payment_id = await inReview()
    // The other admin's batch arrives before this one's.
    changeBefore('note = ', () => rows("UPDATE refunds SET status = 'due'"))
    expect(await calls.closeRefundManually(payment_id, 50)).toMatchObject({
      detail: refundsText.refundNotOpen,
      status: 409
    })
    stopFaults()
    expect(storedRefunds()).toMatchObject([{ note: refundsText.refundFailed, status: 'due' }])
    expect(rows('SELECT action FROM audits WHERE subject = ?', payment_id)).toEqual([])
  })

  test('close it once when both close it', async () => {
    const payment_id = await inReview()
    await Promise.all([calls.closeRefundManually(payment_id, 50), calls.closeRefundManually(payment_id, 50)])
    expect(storedRefunds()).toMatchObject([{ note: calls.MANUAL_REFUND_NOTE, status: 'processed' }])
  })
})
