import { describe, expect, test } from 'vitest'
import { getHealth } from '#contract/monitoring/health.ts'
import { STUCK_AFTER_DAYS } from '#domain/monitoring/health-checks.ts'
import { emptyTables } from '#tests/helpers/data/stored-state.ts'
import { app, callAs, sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import {
  afterMinutes,
  anotherRider,
  holdScooter,
  paidAtBank,
  paymentsOf,
  setUpPaymentTests,
  storedBooking
} from '#tests/server/payments/sample-bookings.ts'

// One order whose payment cannot be settled, beside the orders of others.

setUpPaymentTests()

const failing = () => sql<{ id: string; list: string }>('SELECT * FROM failing_items')

/** Paid at the bank and reported by nobody; due in this order. */
async function paidWithoutReport(...amounts: (number | undefined)[]) {
  const bookings = []
  for (const amount of amounts) {
    const booking = await holdScooter(await anotherRider())
    paidAtBank(booking, { amount })
    bookings.push(booking)
  }
  for (const [index, { id }] of bookings.entries()) {
    await sql('UPDATE bookings SET next_check_at = ?2 WHERE id = ?1', id, index + 1)
  }
  return bookings
}

const statesOf = (bookings: readonly { id: string }[]) =>
  Promise.all(bookings.map(async booking => (await storedBooking(booking)).state))

describe('an order that cannot be settled', () => {
  test('because of a payment of half a paisa does not delay other payments, and is never confirmed', async () => {
    const bookings = await paidWithoutReport(5000.5, undefined, 4999.5, undefined)
    const from = app.logs().length
    await app.runMinute()
    expect(await statesOf(bookings)).toEqual(['held', 'confirmed', 'held', 'confirmed'])
    expect(app.logs().slice(from).join('\n')).toMatch(
      new RegExp(`"order_check_failed".*"item":"${bookings[0]?.id}".*Cannot read payment pay_`)
    )
    expect(await failing()).toMatchObject([{ id: bookings[0]?.id }, { id: bookings[2]?.id }])
    expect(await paymentsOf({ id: bookings[0]?.id ?? '' })).toEqual([])
    await afterMinutes(1)
    expect(await statesOf(bookings)).toEqual(['held', 'confirmed', 'held', 'confirmed'])
    await emptyTables('failing_items')
  })

  test('because the database rejects it does not delay other payments, and is settled once the database accepts it', async () => {
    const bookings = await paidWithoutReport(undefined, undefined)
    await sql(
      `CREATE TRIGGER refused BEFORE INSERT ON payments WHEN NEW.booking_id = '${bookings[0]?.id}'
       BEGIN SELECT RAISE(ABORT, 'refused by the test'); END`
    )
    await app.runMinute()
    expect(await statesOf(bookings)).toEqual(['held', 'confirmed'])
    await sql('DROP TRIGGER refused')
    await afterMinutes(1)
    expect(await statesOf(bookings)).toEqual(['confirmed', 'confirmed'])
    expect(await failing()).toEqual([])
  })

  test('for days is shown by the health until it is settled', async () => {
    const [booking] = await paidWithoutReport(5000.5)
    const stuck = async () => {
      const { cron, status } = await callAs(undefined, getHealth)
      return [cron?.stuck, status]
    }
    await app.runMinute()
    expect(await stuck()).toEqual([0, 'ok'])
    await sql('UPDATE failing_items SET failing_since = unixepoch() - ?1 * 86400 + 60', STUCK_AFTER_DAYS)
    expect(await stuck()).toEqual([0, 'ok'])
    await sql('UPDATE failing_items SET failing_since = failing_since - 61, retry_at = unixepoch()')
    expect(await stuck()).toEqual([1, 'attention'])
    await app.runMinute()
    expect(await stuck()).toEqual([1, 'attention'])
    const { bank } = razorpayServer()
    for (const payment of bank.paymentsOf(booking?.order.razorpay_order_id ?? '')) payment.amount = 5000
    await afterMinutes(61)
    expect((await storedBooking({ id: booking?.id ?? '' })).state).toBe('confirmed')
    expect(await stuck()).toEqual([0, 'ok'])
  })
})
