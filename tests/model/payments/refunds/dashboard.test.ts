import { describe, expect, test } from 'vitest'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import {
  bank,
  faults,
  findBrokenInvariants,
  startHarnessForEachTest,
  storedBookings,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import type { SampleBooking } from '#tests/model/harness/sample-bookings.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'
import { flush, newestOf, refundsAt } from './sent-refunds.ts'

// Partial refunds in the provider's dashboard.

startHarnessForEachTest()

describe("partial refunds in the provider's dashboard", () => {
  const refundInDashboard = (sample: SampleBooking, amount: number) =>
    bank().refundInDashboard(samples.paymentIn(sample).id, amount)

  /** Runs the cron when all refunds are due, and reconciles every order too. */
  async function reconcileEverything(): Promise<void> {
    await flush()
    rows('UPDATE bookings SET next_check_at = 0')
    await samples.checkedCronAfter(7 * 60)
  }

  test('end the ride when all of them are processed, not when all of them are created', async () => {
    const sample = await samples.confirmedSample()
    const halves = [refundInDashboard(sample, 2500), refundInDashboard(sample, 2500)]
    expect(samples.paymentIn(sample)).toMatchObject({ amount_refunded: 5000, status: 'refunded' })
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
    const sample = await samples.confirmedSample()
    for (const half of [refundInDashboard(sample, 2500), refundInDashboard(sample, 2500)]) bank().processRefund(half.id)
    bank().webhooks.pending = []
    await reconcileEverything()
    expect(storedBookings()).toMatchObject([{ state: 'cancelled' }])
  })

  test('reduce our refund, which then names its amount and its id', async () => {
    const sample = await samples.confirmedSample()
    await samples.cancel(sample)
    bank().processRefund(refundInDashboard(sample, 1000).id)
    await flush()
    const { id } = samples.paymentIn(sample)
    expect(storedRefunds()).toMatchObject([
      { id, paise: 4000, status: 'due' },
      { paise: 1000, reason: 'elsewhere', status: 'processed' }
    ])
    bank().refunds_at_once = true
    await samples.checkedCronAfter(1)
    expect(refundsAt(sample)).toMatchObject([{ amount: 1000 }, { amount: 4000, receipt: id }])
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
    const sample = await samples.confirmedSample()
    await samples.cancel(sample)
    bank().processRefund(refundInDashboard(sample, 1000).id)
    await flush()
    bank().refunds_at_once = true
    faults().fail('refund', 'lost', 1)
    await samples.checkedCronAfter(1)
    expect(refundsAt(sample)).toHaveLength(2)
    if (hasEvent) await flush()
    else bank().webhooks.pending = []
    expect(storedRefunds()[0]).toMatchObject({ paise: 4000, status: hasEvent ? 'processed' : 'due' })
    await reconcileEverything()
    expect(storedRefunds()[0]).toMatchObject({ paise: 4000, status: 'processed' })
    expect(refundsAt(sample)).toHaveLength(2)
  })

  test('of the whole payment replace our refund', async () => {
    const sample = await samples.confirmedSample()
    await samples.cancel(sample)
    const whole = refundInDashboard(sample, 5000)
    bank().processRefund(whole.id)
    await flush()
    expect(storedRefunds()).toMatchObject([
      { paise: 5000, reason: 'cancelled', refund_id: whole.id, status: 'processed' }
    ])
    await reconcileEverything()
    expect(refundsAt(sample)).toHaveLength(1)
  })

  test('keep the ride if one of them fails', async () => {
    const sample = await samples.confirmedSample()
    const [one, other] = [refundInDashboard(sample, 2500), refundInDashboard(sample, 2500)]
    bank().failRefund(one?.id ?? '')
    bank().processRefund(other?.id ?? '')
    await reconcileEverything()
    expect(storedBookings()).toMatchObject([{ state: 'confirmed' }])
    expect(storedRefunds()).toMatchObject([{ paise: 2500, reason: 'elsewhere', refund_id: other?.id }])
  })

  test('of a payment that is not known yet are recorded when all are processed', async () => {
    const sample = await samples.paidSample()
    const halves = [refundInDashboard(sample, 2500), refundInDashboard(sample, 2500)]
    bank().webhooks.pending = []
    const recorded: number[][] = []
    for (const { id } of halves) {
      bank().processRefund(id)
      await flush()
      recorded.push(storedRefunds().map(({ paise }) => paise))
    }
    expect(recorded).toEqual([[], [2500, 2500]])
  })

  test('are all counted, however many there are', async () => {
    const sample = await samples.confirmedSample()
    for (let part = 0; part < 25; part += 1) bank().processRefund(refundInDashboard(sample, 200).id)
    await reconcileEverything()
    expect(storedBookings()).toMatchObject([{ state: 'cancelled' }])
  })

  test('that fail do not change our refund, at any point', async () => {
    const sample = await samples.confirmedSample()
    const parts = [1, 2, 3].map(() => refundInDashboard(sample, 500).id)
    const failPart = async () => {
      bank().failRefund(parts.pop() ?? '')
      await flush()
    }
    await failPart()
    expect(storedRefunds()).toEqual([])
    await samples.cancel(sample)
    await failPart()
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    await samples.checkedCronAfter(1)
    await failPart()
    expect(storedRefunds()).toMatchObject([{ note: null, status: 'sent' }])
  })

  test('that fail after the app refunded the rest are refunded by the app as well', async () => {
    const sample = await samples.confirmedSample()
    const part = refundInDashboard(sample, 1000)
    await samples.cancel(sample)
    await samples.checkedCronAfter(1)
    bank().processRefund(newestOf(sample))
    await reconcileEverything()
    expect(storedRefunds()).toMatchObject([{ status: 'sent' }])
    bank().failRefund(part.id)
    await reconcileEverything()
    await reconcileEverything()
    bank().processRefund(newestOf(sample))
    await reconcileEverything()
    expect(storedRefunds()).toMatchObject([{ status: 'processed' }])
    expect(refundsAt(sample).map(({ amount, status }) => [amount, status])).toEqual([
      [1000, 'failed'],
      [4000, 'processed'],
      [1000, 'processed']
    ])
  })

  test('replace our refund if they leave nothing to refund', async () => {
    const sample = await samples.confirmedSample()
    const halves = [refundInDashboard(sample, 2500), refundInDashboard(sample, 2500)]
    await samples.cancel(sample)
    await samples.checkedCronAfter(1)
    expect(storedRefunds()).toMatchObject([{ status: 'sent' }])
    bank().processRefund(halves[0]?.id ?? '')
    await reconcileEverything()
    expect(storedRefunds()).toMatchObject([{ status: 'sent' }])
    bank().processRefund(halves[1]?.id ?? '')
    await reconcileEverything()
    expect(storedRefunds()).toMatchObject([{ status: 'processed' }])
    expect(refundsAt(sample)).toHaveLength(2)
  })

  test('leave a rest that, after repeated rejections, an admin can send', async () => {
    const sample = await samples.confirmedSample()
    const part = refundInDashboard(sample, 1000)
    bank().processRefund(part.id)
    await samples.cancel(sample)
    bank().balance_too_low = true
    for (const minutes of [1, 2, 4, 8, 16, 32, 64, 128]) await samples.checkedCronAfter(minutes)
    expect(storedRefunds()).toMatchObject([{ refund_id: null, status: 'review' }])
    Object.assign(bank(), { balance_too_low: false, refunds_at_once: true })
    expect(await calls.sendRefundAgain(samples.paymentIn(sample).id, 50)).toMatchObject({ status: 200 })
    await reconcileEverything()
    expect(storedRefunds()).toMatchObject([
      { paise: 4000, status: 'processed' },
      { paise: 1000, status: 'processed' }
    ])
    expect(refundsAt(sample).map(({ amount }) => amount)).toEqual([1000, 4000])
  })

  test('leave a rest whose rejections count anew, because the provider accepted the refund before', async () => {
    const sample = await samples.confirmedSample()
    const part = refundInDashboard(sample, 1000)
    await samples.cancel(sample)
    bank().balance_too_low = true
    for (const minutes of [1, 2, 4, 8, 16, 32, 64]) await samples.checkedCronAfter(minutes)
    bank().balance_too_low = false
    await samples.checkedCronAfter(128)
    bank().processRefund(newestOf(sample))
    bank().failRefund(part.id)
    bank().webhooks.pending = []
    await samples.checkedCronAfter(2)
    expect(storedRefunds()).toMatchObject([{ status: 'due' }])
    bank().balance_too_low = true
    await samples.checkedCronAfter(4)
    expect(faults().requestsOf('refund')).toHaveLength(9)
    expect(storedRefunds()).toMatchObject([{ note: expect.stringContaining('balance'), status: 'due' }])
  })

  test('replace our refund: if one of them fails, an admin reads that only a part was refunded', async () => {
    const sample = await samples.confirmedSample()
    const halves = [refundInDashboard(sample, 2500), refundInDashboard(sample, 2500)]
    await samples.cancel(sample)
    await samples.checkedCronAfter(1)
    bank().failRefund(halves[0]?.id ?? '')
    await reconcileEverything()
    expect(storedRefunds()).toMatchObject([{ note: refundsText.refundPartFailed, status: 'review' }])
    bank().refunds_at_once = true
    bank().processRefund(halves[1]?.id ?? '')
    expect(await calls.sendRefundAgain(samples.paymentIn(sample).id, 50)).toMatchObject({ status: 200 })
    await reconcileEverything()
    expect(storedRefunds()).toMatchObject([
      { paise: 2500, status: 'processed' },
      { paise: 2500, status: 'processed' }
    ])
    expect(refundsAt(sample).map(({ amount, status }) => [amount, status])).toEqual([
      [2500, 'failed'],
      [2500, 'processed'],
      [2500, 'processed']
    ])
  })
})
