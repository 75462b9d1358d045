import { beforeEach, describe, expect, test } from 'vitest'
import type { Refund } from '#tests/fakes/razorpay/bank/entities.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import {
  bank,
  cronAfter,
  emptyTables,
  faults,
  startHarnessForEachTest,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'
import { flush, newestOf } from './sent-refunds.ts'

// The bank's reference of a processed refund.

startHarnessForEachTest()

// The clock goes back for each test, and the hourly jobs must be due again.
beforeEach(() => emptyTables('runs', 'failing_items'))

const REFERENCE = '10000000000000'
const references = () => storedRefunds().map(({ bank_reference }) => bank_reference)

/** Processed, with what the bank has given so far. */
async function refunded(reference: Refund['acquirer_data']) {
  const sample = await samples.dueRefundSample()
  bank().reference = reference
  await samples.checkedCronAfter(1)
  samples.expectRefunded(sample)
  return sample
}

/** The hours after the refund in which the provider is asked. Each run of the cron is this much later than the last. */
async function hoursAsked(runs: readonly number[]): Promise<number[]> {
  const asked: number[] = []
  let hours = 0
  for (const later of runs) {
    const before = faults().requestsOf('fetchRefund').length
    await cronAfter(later * 60)
    hours += later
    if (faults().requestsOf('fetchRefund').length > before) asked.push(hours)
  }
  return asked
}

const times = (count: number, hours: number) => Array.from({ length: count }, () => hours)

describe('the reference of a refund', () => {
  test('that comes with it is kept, and never asked for', async () => {
    await refunded({ arn: REFERENCE })
    expect(references()).toEqual([REFERENCE])
    expect(await hoursAsked([1, 23, 48, 96])).toEqual([])
  })

  test('that is missing is asked for after an hour and after 1, 3, 7 and 14 days, then no more', async () => {
    await refunded([])
    expect(await hoursAsked([...times(24, 1), ...times(60, 8)])).toEqual([1, 24, 72, 168, 336])
    expect(references()).toEqual([null])
  })

  test('that comes late is kept', async () => {
    const sample = await refunded([])
    expect(await hoursAsked([1, 12])).toEqual([1])
    bank().giveReference(newestOf(sample), { arn: null, rrn: '267567962619' })
    expect(references()).toEqual([null])
    expect(await hoursAsked([11, 48, 96])).toEqual([11])
    expect(references()).toEqual(['267567962619'])
  })

  test('that an event brings is kept, and a later event without one changes nothing', async () => {
    const sample = await samples.cancelledSample()
    await samples.checkedCronAfter(1)
    bank().processRefund(newestOf(sample))
    await flush()
    expect(references()).toEqual([REFERENCE])
    const told = bank().events.findLast(({ event }) => event === 'refund.processed')
    if (told) bank().webhooks.pending.push({ ...told, body: told.body.replace(REFERENCE, ''), id: 'another' })
    await flush()
    expect(references()).toEqual([REFERENCE])
    expect(storedRefunds()).toMatchObject([{ reference_at: null }])
  })

  test.each<[string, unknown]>([
    ['nothing', null],
    ['an empty list', []],
    ['a number', { arn: 10_000_000_000_000 }],
    ['too short', { arn: '12345' }],
    ['too long', { utr: 'A'.repeat(41) }],
    ['HTML', { rrn: '<b>123456</b>' }]
  ])('that is %s is as none', async (_, data) => {
    await refunded(data as Refund['acquirer_data'])
    expect(references()).toEqual([null])
  })

  test('is the first that is one', async () => {
    await refunded({ arn: '', rrn: null, utr: 'HDFC-0012345' })
    expect(references()).toEqual(['HDFC-0012345'])
  })

  test('is asked for again an hour after an outage', async () => {
    const sample = await refunded([])
    // The check of the order would find it, too.
    faults().fail('orderPayments', 'error')
    faults().fail('fetchRefund', 'error', 1)
    expect(await hoursAsked([1])).toEqual([1])
    bank().giveReference(newestOf(sample))
    expect(await hoursAsked([1, 22])).toEqual([1])
    expect(references()).toEqual([REFERENCE])
  })

  test('is not asked for again and again, if the provider does not know the refund', async () => {
    await refunded([])
    rows("UPDATE refunds SET refund_id = 'rfnd_OfOtherKeys'")
    expect(await hoursAsked(times(26, 1))).toEqual([1, 24])
  })

  test('is that of all rows that its refund covers', async () => {
    const sample = await samples.cancelledSample()
    const { amount, id } = samples.paymentIn(sample)
    // A part of the payment waits for its own refund, and the dashboard refunds all of it.
    bank().reference = []
    const half = bank().refundInDashboard(id, amount / 2)
    bank().processRefund(half.id)
    const rest = bank().refundInDashboard(id)
    bank().giveReference(half.id)
    bank().reference = { arn: 'REST-123456' }
    bank().processRefund(rest.id)
    await flush()
    await hoursAsked([1])
    expect(references().toSorted()).toEqual([REFERENCE, 'REST-123456'])
  })
})
