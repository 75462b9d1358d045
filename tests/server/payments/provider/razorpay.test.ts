import { describe, expect, test } from 'vitest'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { paySandboxOrder } from '#contract/payments/orders.ts'
import { signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertScooter } from '#tests/helpers/data/rows.ts'
import { testPaymentScenarios } from '#tests/server/payments/scenarios.ts'
import { razorpayDriver } from './sandbox-and-razorpay.ts'

describe('with the Razorpay protocol', () => {
  testPaymentScenarios(razorpayDriver)

  test('there is no sandbox bank, not even for the owner of an order', async () => {
    const rider = await signedInRider()
    const scooter = await insertScooter(rider.property_id)
    const body = { duration_hours: 1, scooter_id: scooter.id, start_time: daysAhead(1, '10:00') } as const
    const { razorpay_order_id: order_id } = await rider.call(createHourlyBooking, { body })
    const refusal = await rider.refusal(paySandboxOrder, { body: { outcome: 'success' }, params: { order_id } })
    expect(refusal.status).toBe(404)
  })
})
