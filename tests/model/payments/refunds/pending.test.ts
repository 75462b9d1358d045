import { describe, expect, test } from 'vitest'
import { receiveWebhook } from '#tests/model/harness/calls.ts'
import {
  advanceTime,
  bank,
  cron,
  faults,
  startHarnessForEachTest,
  storedBookings,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'
import { duringRefund, flush, minutesWithCalls, newestOf, refundsAt, sent } from './sent-refunds.ts'

// A refund between its request and its result.

startHarnessForEachTest()

describe('a refund', () => {
  test('is sent by one of two crons that run at once', async () => {
    const sample = await samples.cancelledSample()
    advanceTime(1)
    await Promise.all([cron(), cron()])
    expect(faults().requestsOf('refund')).toHaveLength(1)
    expect(refundsAt(sample)).toHaveLength(1)
  })

  test('that is pending is not final, even if the provider calls its payment refunded', async () => {
    const sample = await sent()
    await samples.checkedCronAfter(3)
    expect(storedRefunds()).toMatchObject([{ status: 'sent' }])
    bank().failRefund(newestOf(sample))
    await samples.checkedCronAfter(5)
    expect(storedRefunds()).toMatchObject([{ status: 'review' }])
  })

  test('in the dashboard keeps the ride until it is processed', async () => {
    const sample = await samples.confirmedSample()
    const { id } = bank().refundInDashboard(samples.paymentIn(sample).id)
    await samples.checkedCronAfter(1)
    expect(storedBookings()).toMatchObject([{ state: 'confirmed' }])
    bank().failRefund(id)
    await samples.checkedCronAfter(30)
    samples.expectConfirmedRide(sample)
  })

  test('that is reported as processed during its request stays processed', async () => {
    const sample = await samples.cancelledSample()
    duringRefund(async () => {
      bank().processRefund(newestOf(sample))
      await flush()
    })
    await samples.checkedCronAfter(1)
    samples.expectRefunded(sample)
  })

  test('that is processed is not reopened by a late failure', async () => {
    const sample = await samples.cancelledSample()
    bank().refunds_at_once = true
    await samples.checkedCronAfter(1)
    const processed = bank().events.findLast(({ event }) => event === 'refund.processed')
    const body = processed?.body.replaceAll('refund.processed', 'refund.failed') ?? ''
    if (processed) await bank().webhooks.deliver(receiveWebhook, processed, { body, id: 'another' })
    samples.expectRefunded(sample)
  })

  test('that is pending is checked less and less often', async () => {
    await sent()
    expect(await minutesWithCalls('fetchRefund', 40)).toEqual([2, 6, 14, 30])
  })
})
