import { describe, expect, test } from 'vitest'
import type { PaymentReceipt } from '#contract/payments/orders.ts'
import { app } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import { IS_WHOLE } from '../hardening/size.ts'
import {
  afterMinutes,
  beginRide,
  claimsOf,
  deliver,
  eventOf,
  expireHold,
  type HeldBooking,
  holdScooter,
  paidAtBank,
  paymentsOf,
  providerRefunds,
  refundsOf,
  reportPayment,
  setUpPaymentTests,
  storedBooking
} from './sample-bookings.ts'

setUpPaymentTests()

type Notification = (booking: HeldBooking, receipt: PaymentReceipt) => Promise<unknown>

const NOTIFICATIONS: Record<string, Notification> = {
  'the browser tells': reportPayment,
  'order.paid': (_, receipt) => deliver(eventOf('order.paid', receipt)),
  'payment.authorized': (_, receipt) => deliver(eventOf('payment.authorized', receipt)),
  'payment.captured': (_, receipt) => deliver(eventOf('payment.captured', receipt))
}
const REFUNDED = 'refund.processed'

/** All orders, or the part that HARDEN selects, in which each event comes first at least once. */
function someOrders<T>(all: readonly T[]): T[][] {
  const orders = permutations(all)
  return IS_WHOLE ? orders : orders.filter((_, index) => index % (orders.length / all.length) === 1)
}

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]]
  return all.flatMap((one, index) => permutations(all.toSpliced(index, 1)).map(rest => [one, ...rest]))
}

/** Duplicates each event in turn, at a different place in each order. */
function withOneTwice(order: string[], index: number): string[] {
  return order.toSpliced((index * 2) % (order.length + 1), 0, order[index % order.length] ?? '')
}

describe('one payment, reported in every order', () => {
  test('ends in one confirmed booking, with one of the events twice', async () => {
    const orders = someOrders(Object.keys(NOTIFICATIONS)).map(withOneTwice)
    const wrong: string[] = []
    for (const order of orders) {
      const booking = await holdScooter()
      const receipt = paidAtBank(booking)
      for (const name of order) await NOTIFICATIONS[name]?.(booking, receipt)
      const { payment_id, state } = await storedBooking(booking)
      const payments = await paymentsOf(booking)
      const isWhole =
        state === 'confirmed' &&
        payment_id === receipt.razorpay_payment_id &&
        payments.length === 1 &&
        (await refundsOf(booking)).length === 0
      if (!isWhole) wrong.push(`${order.join(' → ')}: ${state}, ${payments.length} payments`)
    }
    expect(wrong).toEqual([])
    expect(new Set(orders.map(String)).size).toBe(IS_WHOLE ? 24 : 4)
  })

  test('ends the same when all events arrive at once, three times each', async () => {
    const booking = await holdScooter()
    const receipt = paidAtBank(booking)
    const threeTimes = Object.values(NOTIFICATIONS).flatMap(notify => [notify, notify, notify])
    await Promise.all(threeTimes.map(notify => notify(booking, receipt)))
    expect(await storedBooking(booking)).toMatchObject({ payment_id: receipt.razorpay_payment_id, state: 'confirmed' })
    expect([await paymentsOf(booking), await refundsOf(booking)]).toEqual([[expect.anything()], []])
  })

  test('ends refunded once, without a ride or claims, when it is refunded in the dashboard meanwhile', async () => {
    const orders = someOrders(['the browser tells', 'order.paid', 'payment.captured', REFUNDED])
    const bookings: HeldBooking[] = []
    const { bank } = razorpayServer()
    for (const order of orders) {
      const booking = await holdScooter()
      const receipt = paidAtBank(booking)
      const captured = eventOf('payment.captured', receipt)
      for (const name of order) {
        if (name === REFUNDED) bank.processRefund(bank.refundInDashboard(receipt.razorpay_payment_id).id)
        await (name === REFUNDED ? deliver(eventOf(REFUNDED, receipt)) : NOTIFICATIONS[name]?.(booking, receipt))
      }
      await deliver(captured)
      await expireHold(booking)
      bookings.push(booking)
    }
    await app.runMinute()
    const wrong: string[] = []
    for (const [index, booking] of bookings.entries()) {
      const refunds = (await refundsOf(booking)).map(({ reason, status }) => `${reason} ${status}`)
      const { state } = await storedBooking(booking)
      const isWhole =
        refunds.join() === 'elsewhere processed' &&
        providerRefunds(booking).length === 1 &&
        (await paymentsOf(booking)).length === 1 &&
        (await claimsOf(booking)).length === 0 &&
        state !== 'confirmed'
      if (!isWhole) wrong.push(`${orders[index]?.join(' → ')}: ${state}, ${refunds}`)
    }
    expect(wrong).toEqual([])
  })

  test('ends Refunded, once, when our refund is processed before the payment is reported again', async () => {
    for (const order of permutations(['payment.captured', 'order.paid', REFUNDED])) {
      const booking = await holdScooter()
      const { bank } = razorpayServer()
      const receipt = paidAtBank(booking)
      await expireHold(booking)
      await beginRide(booking)
      await reportPayment(booking, receipt)
      await afterMinutes(1)
      const [refund] = providerRefunds(booking)
      bank.processRefund(refund?.id ?? '')
      for (const name of order) {
        await (name === REFUNDED ? deliver(eventOf(REFUNDED, receipt)) : NOTIFICATIONS[name]?.(booking, receipt))
      }
      expect([order, (await storedBooking(booking)).state]).toEqual([order, 'refunded'])
      expect(await refundsOf(booking)).toMatchObject([
        { reason: 'slot_lost', refund_id: refund?.id, status: 'processed' }
      ])
      expect(providerRefunds(booking)).toHaveLength(1)
    }
  })
})
