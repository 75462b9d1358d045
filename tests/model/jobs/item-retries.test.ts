import { beforeEach, describe, expect, test, vi } from 'vitest'
import { RIDER_RETENTION_DAYS } from '#domain/constants.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { DAY_MINUTES, DAY_SECONDS, SECOND_MS } from '#domain/time/time-units.ts'
import { runCronJobs } from '#server/cron/cron.ts'
import { env, rows } from '#tests/helpers/db/local-d1.ts'
import { receiveWebhook } from '#tests/model/harness/calls.ts'
import { START_TIME } from '#tests/model/harness/clock.ts'
import { failSteps, notApplied, STOPPED } from '#tests/model/harness/errors.ts'
import {
  bank,
  cron,
  cronAfter,
  emptyTables,
  faults,
  findBrokenInvariants,
  resetHarness,
  startHarness,
  storedBookings,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'
import { RIDERS } from '#tests/model/harness/seed.ts'

// Every list that the cron works through: an item that fails is logged, postponed and retried, and does not delay the
// others.

startHarness()
beforeEach(async () => {
  await resetHarness()
  emptyTables('runs', 'uploads')
  vi.mocked(console.error).mockClear()
})

interface Failing {
  failing_since: number
  id: string
  list: string
  retry_at: number
}

const failing = () => rows<Failing>("SELECT * FROM failing_items WHERE list <> 'log' ORDER BY rowid")

const logged = () => vi.mocked(console.error).mock.calls.map(([line]) => JSON.parse(String(line)))

/** The first batch with these words fails, and no other. */
const failFirst = (sql: string) => failSteps(({ operation }) => operation.includes(sql), notApplied(STOPPED), 1)

describe('one failing order of two', () => {
  async function twoPaid() {
    const orders = [await samples.booked('r0'), await samples.booked('r1', 's1')]
    for (const { razorpay_order_id } of orders) bank().pay(razorpay_order_id)
    return orders
  }

  test('does not delay the other, is logged, and is settled a minute later', async () => {
    const [first] = await twoPaid()
    failFirst('INSERT INTO payments')
    await cronAfter(1)
    expect(storedBookings().map(({ state }) => state)).toEqual(['held', 'confirmed'])
    expect(failing()).toMatchObject([{ id: first?.session_id, list: 'orders' }])
    expect(logged()).toContainEqual(
      expect.objectContaining({
        event: 'unexpected_error',
        item: first?.session_id,
        list: 'orders',
        message: STOPPED.message
      })
    )
    await cronAfter(1)
    expect(storedBookings().map(({ state }) => state)).toEqual(['confirmed', 'confirmed'])
    expect(failing()).toEqual([])
  })

  test('is retried after growing pauses, an hour at most, for as long as it fails', async () => {
    const { razorpay_order_id } = await samples.booked('r0')
    bank().pay(razorpay_order_id, { amount: 5000.5 })
    const tries: number[] = []
    for (let minute = 1; minute <= 260; minute += 1) {
      const before = faults().requestsOf('orderPayments').length
      await cronAfter(1)
      if (faults().requestsOf('orderPayments').length > before) tries.push(minute)
    }
    expect(tries).toEqual([1, 2, 3, 5, 9, 17, 33, 65, 125, 185, 245])
    await cronAfter(3 * DAY_MINUTES)
    expect(failing()).toMatchObject([{ failing_since: START_TIME.getTime() / SECOND_MS + 60 }])
  })

  test('does not stop the run when it fails again, even if its payment is known to be pending', async () => {
    const orders = [await samples.booked('r0'), await samples.booked('r1', 's1')]
    rows('UPDATE bookings SET settling = 1')
    faults().fail('orderPayments', 'error')
    await cronAfter(1)
    faults().clear()
    const third = await samples.booked('r2', 's0', 2)
    bank().pay(third.razorpay_order_id)
    faults().fail('orderPayments', 'error', 2)
    await cronAfter(1)
    expect(storedBookings()).toMatchObject([...orders.map(() => ({ state: 'held' })), { state: 'held' }])
    faults().clear()
    await cronAfter(1)
    expect(storedBookings().at(-1)).toMatchObject({ state: 'confirmed' })
  })
})

describe('a payment with a fraction of a paisa', () => {
  test('confirms nothing and is not stored, whoever reports it; another one beside it is accepted', async () => {
    const { order } = await samples.heldSample()
    const { razorpay_payment_id } = bank().pay(order.razorpay_order_id, { amount: 5000.5 })
    await bank().webhooks.flush(receiveWebhook)
    await cronAfter(1)
    expect(storedBookings()).toMatchObject([{ payment_id: null, state: 'held' }])
    expect(logged()).toContainEqual(expect.objectContaining({ event: 'webhook_parse_failed' }))
    expect(logged()).toContainEqual(
      expect.objectContaining({
        event: 'order_check_failed',
        item: order.session_id,
        message: expect.stringContaining(razorpay_payment_id)
      })
    )
    const receipt = bank().pay(order.razorpay_order_id, { second: true })
    await cronAfter(1)
    samples.expectConfirmedRide({ order, receipt })
  })

  test('that its rider reports keeps the hold settling, because the payment cannot be read', async () => {
    const sample = await samples.paidSample({ amount: 5000.5 })
    expect(await samples.reportPayment(sample)).toMatchObject({ body: { success: false } })
    await cronAfter(1)
    await cronAfter(15)
    expect(storedBookings()).toMatchObject([{ settling: 1, state: 'held' }])
  })

  test.each([
    ['that still waits becomes a ride', { hours: 3, refunds: [], state: 'confirmed' }],
    [
      'that has waited for a day has expired, and the payment is refunded',
      { hours: 25, refunds: ['sent'], state: 'refund_due' }
    ],
    [
      'whose order is no longer checked has expired, and the payment is refunded',
      { hours: 80, refunds: ['sent'], state: 'refund_due' }
    ]
  ])('is settled by the cron within an hour after its amount becomes readable: a hold %s', async (_, expected) => {
    const sample = await samples.paidSample({ amount: 5000.5 })
    await samples.reportPayment(sample)
    for (let hour = 0; hour < expected.hours; hour += 1) await cronAfter(60)
    const payment = samples.paymentIn(sample)
    payment.amount = sample.order.amount
    await cronAfter(59)
    expect(storedBookings()).toMatchObject([{ payment_id: null }])
    await cronAfter(1)
    expect(storedBookings()).toMatchObject([{ payment_id: payment.id, state: expected.state }])
    expect(storedRefunds().map(({ status }) => status)).toEqual(expected.refunds)
    expect(failing()).toEqual([])
    expect(await findBrokenInvariants()).toEqual([])
  })
})

function insertUnclaimedUpload(id: string, created_at: number): void {
  rows(
    "INSERT INTO uploads (id, kind, path, content_type, created_at) VALUES (?1, 'image', ?1, 'image/png', ?2)",
    id,
    created_at
  )
}

describe('one failing unused upload of two', () => {
  const removed: string[] = []
  const bucket = (refused: readonly string[]) =>
    Object.assign(env.UPLOADS, {
      delete: async (path: string) => {
        if (refused.includes(path)) throw new Error('The bucket is away')
        removed.push(path)
      }
    })
  beforeEach(() => {
    removed.length = 0
    for (const id of ['u0', 'u1']) insertUnclaimedUpload(id, 0)
  })

  test('does not delay the other, and is removed when possible', async () => {
    bucket(['u0'])
    await cron()
    expect([removed, rows('SELECT id FROM uploads')]).toEqual([['u1'], [{ id: 'u0' }]])
    expect(failing()).toMatchObject([{ id: 'u0', list: 'uploads' }])
    bucket([])
    await cron()
    expect(removed).toEqual(['u1'])
    await cronAfter(1)
    expect(removed).toEqual(['u1', 'u0'])
    expect(failing()).toEqual([])
  })

  test('does not delay a new one, even with a hundred more that fail', async () => {
    const stuck = Array.from({ length: 100 }, (_, index) => `stuck${index}`)
    for (const id of stuck) insertUnclaimedUpload(id, -1)
    bucket(stuck)
    await cron()
    expect(removed).toEqual([])
    await cron()
    expect(removed).toEqual(['u0', 'u1'])
  })
})

const NIGHT = new Date('2025-06-11T20:30:00Z')
const NEXT_NIGHT = addMinutes(NIGHT, DAY_MINUTES)

test('one failing rider of two without bookings for years does not delay the other', async () => {
  rows('UPDATE users SET created_at = ?', NIGHT.getTime() / SECOND_MS - (RIDER_RETENTION_DAYS + 1) * DAY_SECONDS)
  rows("UPDATE users SET created_at = ?1, property_id = 'p' WHERE id = 'r2'", NIGHT.getTime() / SECOND_MS)
  failFirst('token_version = token_version + 1')
  await runCronJobs(NIGHT, () => NIGHT)
  const deletedRiders = () =>
    RIDERS.filter(id => rows('SELECT 1 FROM users WHERE id = ? AND deleted_at > 0', id).length > 0)
  expect(deletedRiders()).toEqual(['r1'])
  expect(failing()).toMatchObject([{ id: 'r0', list: 'riders' }])
  await runCronJobs(NEXT_NIGHT, () => NEXT_NIGHT)
  expect(deletedRiders()).toEqual(['r0', 'r1'])
  expect(failing()).toEqual([])
})

test('one failing month of the nightly check does not delay the others', async () => {
  for (const months of [2, 4]) {
    const start = NIGHT.getTime() / SECOND_MS - months * 30 * DAY_SECONDS
    rows(
      `INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours,
                             amount, state, payment_id, created_at, updated_at)
       VALUES (?1, 'r2', 's0', 'S', 'p', 'P', ?2, ?2 + 3600, 1, 50, 'confirmed', ?1, ?2, ?2)`,
      `ride ${months}`,
      start
    )
  }
  failFirst('SELECT b.id FROM bookings b JOIN refunds r ON r.booking_id = b.id')
  await runCronJobs(NIGHT, () => NIGHT)
  expect(failing()).toMatchObject([{ list: 'invariants' }])
  const violations = logged().filter(({ event }) => event === 'invariant_violated')
  expect(violations.flatMap(({ ids }) => ids)).toContain('ride 2')
  expect(violations.flatMap(({ ids }) => ids)).not.toContain('ride 4')
  await runCronJobs(NEXT_NIGHT, () => NEXT_NIGHT)
  expect(failing()).toEqual([])
})

test('reminders that cannot be added are logged, also if the messages cannot be sent', async () => {
  failSteps(({ operation }) => /INTO outbox|UPDATE outbox SET lease_until/.test(operation), notApplied(STOPPED))
  const summary = await cron()
  expect(logged().map(({ job }) => job)).toEqual(['messages_sent', 'reminders_added'])
  expect(summary).toMatchObject({ failures: 2 })
})
