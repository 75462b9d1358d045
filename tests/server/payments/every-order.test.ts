import { describe, expect, test } from 'vitest'
import type { Receipt } from '#contract/sandbox.ts'
import { app } from '#tests/helpers/app.ts'
import { provider } from '#tests/helpers/provider.ts'
import {
  afterMinutes,
  beginRide,
  claimsOf,
  deliver,
  endHold,
  eventOf,
  givenBack,
  type Held,
  held,
  kept,
  paidAtBank,
  paymentsOf,
  refundsOf,
  seen,
  startScene,
  tell
} from './scene.ts'

startScene()

type Told = (booking: Held, receipt: Receipt) => Promise<unknown>

const NEWS: Record<string, Told> = {
  'the browser tells': tell,
  'order.paid': (_, receipt) => deliver(eventOf('order.paid', receipt)),
  'payment.authorized': (_, receipt) => deliver(eventOf('payment.authorized', receipt)),
  'payment.captured': (_, receipt) => deliver(eventOf('payment.captured', receipt))
}
const REFUNDED = 'refund.processed'

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]]
  return all.flatMap((one, index) => permutations(all.toSpliced(index, 1)).map(rest => [one, ...rest]))
}

const distinct = (orders: string[][]) => [...new Set(orders.map(order => order.join(' → ')))]

describe('one payment, told of in every order', () => {
  test('PAY-06: ends in one confirmed booking, the capture coming twice', async () => {
    const orders = distinct(permutations([...Object.keys(NEWS), 'payment.captured']))
    const wrong: string[] = []
    for (const order of orders) {
      const booking = await held()
      const receipt = paidAtBank(booking)
      for (const name of order.split(' → ')) await NEWS[name]?.(booking, receipt)
      const { payment_id, state } = await kept(booking)
      const payments = await paymentsOf(booking)
      const isWhole =
        state === 'confirmed' &&
        payment_id === receipt.razorpay_payment_id &&
        payments.length === 1 &&
        (await refundsOf(booking)).length === 0
      if (!isWhole) wrong.push(`${order}: ${state}, ${payments.length} payments`)
    }
    expect(wrong).toEqual([])
    expect(orders).toHaveLength(60)
  })

  test('PAY-06: ends the same when all of it comes at once, three times each', async () => {
    const booking = await held()
    const receipt = paidAtBank(booking)
    const thrice = Object.values(NEWS).flatMap(told => [told, told, told])
    await Promise.all(thrice.map(told => told(booking, receipt)))
    expect(await kept(booking)).toMatchObject({ payment_id: receipt.razorpay_payment_id, state: 'confirmed' })
    expect([await paymentsOf(booking), await refundsOf(booking)]).toEqual([[expect.anything()], []])
  })

  test('PAY-24: given back at the desk meanwhile, it ends given back once, with no ride and no time taken', async () => {
    const wrong: string[] = []
    const names = ['the browser tells', 'order.paid', 'payment.captured', REFUNDED]
    for (const order of distinct(permutations(names))) {
      const booking = await held()
      const receipt = paidAtBank(booking)
      const captured = eventOf('payment.captured', receipt)
      const { bank } = provider()
      for (const name of order.split(' → ')) {
        if (name !== REFUNDED) await NEWS[name]?.(booking, receipt)
        else {
          bank.processRefund(bank.refundInDashboard(receipt.razorpay_payment_id).id)
          await deliver(eventOf(REFUNDED, receipt))
        }
      }
      await deliver(captured)
      await endHold(booking)
      await app.runMinute()
      const { otp_pin } = (await seen(booking)) ?? {}
      const refunds = (await refundsOf(booking)).map(({ reason, status }) => `${reason} ${status}`)
      const { state } = await kept(booking)
      const isWhole =
        refunds.join() === 'elsewhere processed' &&
        givenBack(booking).length === 1 &&
        (await paymentsOf(booking)).length === 1 &&
        (await claimsOf(booking)).length === 0 &&
        otp_pin === null &&
        state !== 'confirmed'
      if (!isWhole) wrong.push(`${order}: ${state}, ${refunds}`)
    }
    expect(wrong).toEqual([])
  })

  test('PAY-24: a refund of ours that is done before the payment is told of again ends Refunded, once', async () => {
    const orders = distinct(permutations(['payment.captured', 'order.paid', REFUNDED]))
    for (const order of orders) {
      const booking = await held()
      const { bank } = provider()
      const receipt = paidAtBank(booking)
      await endHold(booking)
      await beginRide(booking)
      await tell(booking, receipt)
      await afterMinutes(1)
      const [refund] = givenBack(booking)
      bank.processRefund(refund?.id ?? '')
      for (const name of order.split(' → ')) {
        await (name === REFUNDED ? deliver(eventOf(REFUNDED, receipt)) : NEWS[name]?.(booking, receipt))
      }
      expect([order, (await kept(booking)).state]).toEqual([order, 'refunded'])
      expect(await refundsOf(booking)).toMatchObject([
        { reason: 'slot_lost', refund_id: refund?.id, status: 'processed' }
      ])
      expect(givenBack(booking)).toHaveLength(1)
    }
  })
})
