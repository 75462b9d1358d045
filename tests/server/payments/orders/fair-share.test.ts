import { expect, test } from 'vitest'
import { app, sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import {
  anotherRider,
  expireHold,
  holdScooter,
  paidAtBank,
  providerCallCount,
  setUpPaymentTests,
  storedBooking
} from '#tests/server/payments/sample-bookings.ts'

// How soon the cron sees an unreported payment, whatever other orders are due.

setUpPaymentTests()

const UNPAID = 600
const ORDERS_AT_ONCE = 100

/** Provider orders of one rider's expired holds, all due for a long time. */
async function unpaidOrders(count: number): Promise<void> {
  const { id, rider } = await holdScooter(await anotherRider())
  const orders = Array.from({ length: count }, (_, index) => {
    const order = razorpayServer().bank.createOrder({ amount: 5000, currency: 'INR', receipt: `unpaid-${index}` })
    return { id: `unpaid-${index}`, order_id: order.id }
  })
  await sql(
    `INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours,
                           amount, state, order_id, next_check_at, created_at, updated_at)
     SELECT o.value ->> 'id', b.user_id, b.scooter_id, b.scooter_name, b.property_id, b.property_name, b.start_at,
            b.end_at, 1, 50, 'expired', o.value ->> 'order_id', 1, b.created_at, b.created_at
       FROM bookings b JOIN json_each(?2) o ON b.id = ?1`,
    id,
    JSON.stringify(orders)
  )
  expect(rider).toBeDefined()
}

test(`the cron sees payments within two minutes beside ${UNPAID} unpaid orders of another rider`, async () => {
  await unpaidOrders(UNPAID)
  const late = await holdScooter(await anotherRider())
  await expireHold(late)
  await sql("UPDATE bookings SET state = 'expired', hold_until = NULL WHERE id = ?", late.id)
  const bookings = [late, await holdScooter(await anotherRider()), await holdScooter(await anotherRider())]
  for (const booking of bookings) paidAtBank(booking)
  const requestCount = () => razorpayServer().faults.requestsOf('orderPayments').length
  const before = requestCount()
  let minutes = 0
  const states = () => Promise.all(bookings.map(async booking => (await storedBooking(booking)).state))
  while (minutes < 10 && (await states()).some(state => state !== 'confirmed')) {
    minutes += 1
    await app.runMinute(new Date(Date.now() + minutes * 60_000))
  }
  expect(minutes).toBeLessThanOrEqual(2)
  expect(requestCount() - before).toBeLessThanOrEqual(minutes * ORDERS_AT_ONCE)
  for (const booking of bookings)
    expect(providerCallCount('orderPayments', booking.order.razorpay_order_id)).toHaveLength(1)
}, 120_000)

test('the cron still checks the unpaid orders of one rider, a hundred a minute', async () => {
  await sql("UPDATE bookings SET next_check_at = 1 WHERE id LIKE 'unpaid-%'")
  const [{ checked } = { checked: 0 }] = await sql<{ checked: number }>(
    "SELECT sum(checks) AS checked FROM bookings WHERE id LIKE 'unpaid-%'"
  )
  await app.runMinute()
  expect(await sql("SELECT sum(checks) AS checked FROM bookings WHERE id LIKE 'unpaid-%'")).toEqual([
    { checked: checked + ORDERS_AT_ONCE }
  ])
}, 60_000)
