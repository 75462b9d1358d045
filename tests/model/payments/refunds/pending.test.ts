import { describe, expect, test } from 'vitest'
import { receiveWebhook } from '#tests/model/harness/calls.ts'
import * as fixtures from '#tests/model/harness/fixtures.ts'
import {
  advanceTime,
  bank,
  cron,
  faults,
  startHarnessForEachTest,
  storedBookings,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import { duringRefund, flush, minutesWithCalls, newestOf, refundsAt, sent } from './fixtures.ts'

// A refund between its request and its result.

startHarnessForEachTest()

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
    await fixtures.checkedCronAfter(3)
    expect(storedRefunds()).toMatchObject([{ status: 'sent' }])
    bank().failRefund(newestOf(fixture))
    await fixtures.checkedCronAfter(5)
    expect(storedRefunds()).toMatchObject([{ status: 'review' }])
  })

  test('in the dashboard keeps the ride until it is processed', async () => {
    const fixture = await fixtures.confirmedFixture()
    const { id } = bank().refundInDashboard(fixtures.paymentIn(fixture).id)
    await fixtures.checkedCronAfter(1)
    expect(storedBookings()).toMatchObject([{ state: 'confirmed' }])
    bank().failRefund(id)
    await fixtures.checkedCronAfter(30)
    fixtures.expectConfirmedRide(fixture)
  })

  test('that is reported as processed during its request stays processed', async () => {
    const fixture = await fixtures.cancelledFixture()
    duringRefund(async () => {
      bank().processRefund(newestOf(fixture))
      await flush()
    })
    await fixtures.checkedCronAfter(1)
    fixtures.expectRefunded(fixture)
  })

  test('that is processed is not reopened by a late failure', async () => {
    const fixture = await fixtures.cancelledFixture()
    bank().refunds_at_once = true
    await fixtures.checkedCronAfter(1)
    const processed = bank().events.findLast(({ event }) => event === 'refund.processed')
    const body = processed?.body.replaceAll('refund.processed', 'refund.failed') ?? ''
    if (processed) await bank().webhooks.deliver(receiveWebhook, processed, { body, id: 'another' })
    fixtures.expectRefunded(fixture)
  })

  test('that is pending is checked less and less often', async () => {
    await sent()
    expect(await minutesWithCalls('fetchRefund', 40)).toEqual([2, 6, 14, 30])
  })
})
