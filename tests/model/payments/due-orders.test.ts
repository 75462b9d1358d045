import { expect, test } from 'vitest'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { now } from '#tests/model/harness/clock.ts'
import {
  advanceTime,
  bank,
  cron,
  faults,
  startHarnessForEachTest,
  storedBookings
} from '#tests/model/harness/harness.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'

// Which orders the cron checks first when there are more than it can check in a minute.

startHarnessForEachTest()

interface Due {
  due?: number
  failed?: boolean
  id: string
  rider: string
  settling?: boolean
  state: 'confirmed' | 'expired' | 'held'
}

/** Inserts old bookings whose orders are due. */
function keep(bookings: readonly Due[]): void {
  for (const { due = 1, failed = false, id, rider, settling = false, state } of bookings) {
    rows(
      `INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours,
                             amount, state, settling, hold_until, payment_id, order_id, next_check_at, created_at, updated_at)
       VALUES (?1, ?2, 's0', 'S', 'p', 'P', 1000, 2000, 1, 50, ?3, ?4, iif(?3 = 'held', 4000000000, NULL),
               iif(?3 = 'confirmed', ?1, NULL), ?1, ?5, unixepoch(), 0)`,
      id,
      rider,
      state,
      settling ? 1 : 0,
      due
    )
    if (failed) rows("INSERT INTO failing_items VALUES ('orders', ?1, 0, 0)", id)
  }
}

async function checkedOrders(): Promise<string[]> {
  const before = faults().requestsOf('orderPayments').length
  await cron()
  return faults()
    .requestsOf('orderPayments')
    .slice(before)
    .map(({ path }) => path.split('/')[3] ?? '')
}

test('settling bookings are checked first, then one order for each rider (held, ended, confirmed), then failed orders', async () => {
  keep([
    { due: 1, failed: true, id: 'failed', rider: 'r2', settling: true, state: 'held' },
    { due: 2, id: 'r0 second', rider: 'r0', state: 'expired' },
    { due: 3, id: 'r0 third', rider: 'r0', state: 'expired' },
    { due: 4, id: 'r1 paid', rider: 'r1', state: 'confirmed' },
    { due: 5, id: 'r2 over', rider: 'r2', state: 'expired' },
    { due: 6, id: 'r0 held', rider: 'r0', state: 'held' },
    { due: 7, id: 'r1 second', rider: 'r1', settling: true, state: 'held' },
    { due: 8, id: 'r1 first', rider: 'r1', settling: true, state: 'held' }
  ])
  expect((await checkedOrders()).map(decodeURIComponent)).toEqual([
    'r1 second',
    'r1 first',
    'r0 held',
    'r2 over',
    'r0 second',
    'r0 third',
    'r1 paid',
    'failed'
  ])
})

test('a pending payment is checked first: the rider’s next order comes after the first orders of other riders', async () => {
  keep([
    { due: 1, id: 'r1 held', rider: 'r1', state: 'held' },
    { due: 2, id: 'r2 held', rider: 'r2', state: 'held' },
    { due: 3, id: 'r1 on its way', rider: 'r1', settling: true, state: 'held' }
  ])
  expect((await checkedOrders()).map(decodeURIComponent)).toEqual(['r1 on its way', 'r2 held', 'r1 held'])
})

test('an order that the check finds paid is checked again after a quarter of an hour', async () => {
  const order = await samples.booked()
  bank().pay(order.razorpay_order_id)
  advanceTime(1)
  await cron()
  expect(storedBookings()).toMatchObject([{ next_check_at: now().getTime() / 1000 + 15 * 60, state: 'confirmed' }])
})

test('orders that are not due do not delay one that is', async () => {
  const later = Array.from({ length: 101 }, (_, index) => index)
  keep(later.map(index => ({ due: 4_000_000_000, id: `later${index}`, rider: 'r1', settling: true, state: 'held' })))
  keep([{ id: 'due', rider: 'r2', state: 'expired' }])
  expect(await checkedOrders()).toEqual(['due'])
})

test('orders that are not due, or were postponed, are not checked', async () => {
  const { razorpay_order_id } = await samples.booked()
  keep([
    { due: 4_000_000_000, id: 'later', rider: 'r0', state: 'expired' },
    { failed: true, id: 'put off', rider: 'r0', state: 'expired' }
  ])
  rows('UPDATE failing_items SET retry_at = 4000000000')
  expect(await checkedOrders()).toEqual([])
  rows('UPDATE bookings SET next_check_at = unixepoch() - 100000000 WHERE order_id = ?', razorpay_order_id)
  expect(await checkedOrders()).toEqual([razorpay_order_id])
})

test('each of a hundred riders comes before the second order of one rider', async () => {
  const many = Array.from({ length: 130 }, (_, index) => ({
    id: `many-${index}`,
    rider: 'r0',
    state: 'expired' as const
  }))
  keep([...many, { due: 2, id: 'the only one of r1', rider: 'r1', state: 'expired' }])
  const first = await checkedOrders()
  expect(first).toHaveLength(100)
  expect(first.map(decodeURIComponent).slice(0, 2)).toEqual(['many-0', 'the only one of r1'])
  expect(await checkedOrders()).toHaveLength(31)
})
