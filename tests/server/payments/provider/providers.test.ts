import { describe, expect, test } from 'vitest'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { type Order, type PaymentReceipt, paySandboxOrder } from '#contract/payments/orders.ts'
import { signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertScooter } from '#tests/helpers/data/rows.ts'
import { sql, startApp } from '#tests/helpers/servers/app.ts'
import { razorpayServer, startAppWithProvider } from '#tests/helpers/servers/provider.ts'
import { type ProviderDriver, testPaymentScenarios } from './scenarios.ts'

// The same payments in the sandbox and with the Razorpay protocol.

const params = ({ razorpay_order_id: order_id }: Order) => ({ order_id })

const sandboxDriver: ProviderDriver = {
  decline: (order, by) => by.call(paySandboxOrder, { body: { outcome: 'failure' }, params: params(order) }),
  refundCount: async ({ razorpay_order_id }) => {
    const query = "SELECT id FROM sandbox_payments WHERE order_id = ? AND status = 'refunded'"
    return (await sql(query, razorpay_order_id)).length
  },
  pay: async (order, by) =>
    (await by.call(paySandboxOrder, { body: { outcome: 'success' }, params: params(order) })) as PaymentReceipt,
  start: () => startApp()
}

const razorpayDriver: ProviderDriver = {
  decline: async ({ razorpay_order_id }) => razorpayServer().bank.pay(razorpay_order_id, { outcome: 'failed' }),
  refundCount: async ({ razorpay_order_id }) => {
    const { bank } = razorpayServer()
    return bank.paymentsOf(razorpay_order_id).flatMap(({ id }) => bank.refundsOf(id)).length
  },
  pay: async ({ razorpay_order_id }) => razorpayServer().bank.pay(razorpay_order_id, { outcome: 'captured' }),
  start: () => startAppWithProvider()
}

/** A rider with an order. */
async function orderOfRider() {
  const rider = await signedInRider()
  const scooter = await insertScooter(rider.property_id)
  const body = { duration_hours: 1, scooter_id: scooter.id, start_time: daysAhead(1, '10:00') } as const
  const { razorpay_order_id: order_id } = await rider.call(createHourlyBooking, { body })
  return { rider, payment: { body: { outcome: 'success' }, params: { order_id } } } as const
}

describe('with the sandbox', () => {
  testPaymentScenarios(sandboxDriver)

  test('the sandbox bank serves only the owner of an order', async () => {
    const { payment, rider } = await orderOfRider()
    const stranger = await signedInRider({ property_id: rider.property_id })
    expect((await stranger.refusal(paySandboxOrder, payment)).status).toBe(404)
  })
})

describe('with the Razorpay protocol', () => {
  testPaymentScenarios(razorpayDriver)

  test('there is no sandbox bank, not even for the owner of an order', async () => {
    const { payment, rider } = await orderOfRider()
    expect((await rider.refusal(paySandboxOrder, payment)).status).toBe(404)
  })
})
