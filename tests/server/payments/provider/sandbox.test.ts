import { describe, expect, test } from 'vitest'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { paySandboxOrder } from '#contract/payments/orders.ts'
import { signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertScooter } from '#tests/helpers/data/rows.ts'
import { testPaymentScenarios } from '#tests/server/payments/scenarios.ts'
import { sandboxDriver } from './sandbox-and-razorpay.ts'

describe('with the sandbox', () => {
  testPaymentScenarios(sandboxDriver)

  test('the sandbox bank serves only the owner of an order', async () => {
    const rider = await signedInRider()
    const scooter = await insertScooter(rider.property_id)
    const body = { duration_hours: 1, scooter_id: scooter.id, start_time: daysAhead(1, '10:00') } as const
    const { razorpay_order_id: order_id } = await rider.call(createHourlyBooking, { body })
    const stranger = await signedInRider({ property_id: rider.property_id })
    const refusal = await stranger.refusal(paySandboxOrder, { body: { outcome: 'success' }, params: { order_id } })
    expect(refusal.status).toBe(404)
  })
})
