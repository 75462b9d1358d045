import { beforeEach, expect, test, vi } from 'vitest'
import { paiseOf } from '#domain/money.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { failSteps, notApplied, STOPPED } from '#tests/model/harness/errors.ts'
import { bank, cronAfter, faults, resetHarness, startHarness, storedBookings } from '#tests/model/harness/harness.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'

// What the log says when the provider refuses or does not answer: each event has the same fields wherever it is logged.

startHarness()
beforeEach(async () => {
  await resetHarness()
  vi.mocked(console.error).mockClear()
})

const logged = (event: string) =>
  vi
    .mocked(console.error)
    .mock.calls.map(([line]) => JSON.parse(String(line)))
    .filter(line => line.event === event)

test('an order that the provider does not create is logged with its booking', async () => {
  faults().fail('createOrder', 'error')
  await samples.bookBy()
  expect(logged('order_creation_failed')).toEqual([
    expect.objectContaining({ booking_id: storedBookings()[0]?.id, error: 'ProviderError', level: 'error' })
  ])
  expect(logged('unexpected_error')).toEqual([])
})

test.each([
  ['refused', () => Object.assign(bank(), { balance_too_low: true })],
  ['not answered', () => faults().fail('refund', 'error')]
])('a refund that is %s is logged with its booking, payment and reason', async (_, disturb) => {
  const { order, receipt } = await samples.cancelledSample()
  disturb()
  await cronAfter(1)
  const [line, ...more] = logged('refund_failed')
  expect(more).toEqual([])
  expect(Object.keys(line ?? {})).toEqual(['level', 'event', 'booking_id', 'payment_id', 'list', 'item', 'message'])
  expect(line).toMatchObject({ booking_id: order.session_id, list: 'refunds', payment_id: receipt.razorpay_payment_id })
})

test.each([
  ['cannot be read', (order_id: string) => bank().pay(order_id, { amount: paiseOf(50) + 0.5 })],
  ['is unknown to the provider', () => rows("UPDATE bookings SET order_id = 'order_unknown'")]
])('an order that %s is logged with its booking and order', async (_, disturb) => {
  const { order } = await samples.heldSample()
  disturb(order.razorpay_order_id)
  await cronAfter(1)
  expect(logged('order_check_failed')).toEqual([
    expect.objectContaining({
      booking_id: order.session_id,
      item: order.session_id,
      list: 'orders',
      message: expect.any(String),
      order_id: storedBookings()[0]?.order_id
    })
  ])
})

test('a cron job that fails is logged with its name', async () => {
  await samples.heldSample()
  failSteps(({ operation }) => operation.includes('delete from "throttles"'), notApplied(STOPPED), 1)
  await cronAfter(1)
  expect(logged('unexpected_error')).toMatchObject([{ job: 'throttles_deleted', message: STOPPED.message }])
})
