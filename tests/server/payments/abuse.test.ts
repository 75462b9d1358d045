import { describe, expect, test } from 'vitest'
import { cancelBookingAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { resumePayment } from '#contract/bookings/create-booking.ts'
import { cancelBooking } from '#contract/bookings/manage-ride.ts'
import { DISMISSED_BY_RIDER, recordPaymentFailure } from '#contract/payments/orders.ts'
import { REPORTED_ATTEMPTS_MAX } from '#domain/constants.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { signedInAdmin } from '#tests/helpers/data/people.ts'
import { resetThrottles } from '#tests/helpers/data/stored-state.ts'
import { sql } from '#tests/helpers/servers/app.ts'
import {
  afterMinutes,
  anotherRider,
  expireHold,
  type HeldBooking,
  holdScooter,
  paidAtBank,
  paidRide,
  paymentsOf,
  providerCallCount,
  setUpPaymentTests,
  storedBooking
} from './sample-bookings.ts'

setUpPaymentTests()

// Calls that the rider's page makes once, made many times.

const failure = ({ id }: HeldBooking, error_description = 'declined') => ({
  body: { error_description, session_id: id }
})
const holding = async () => holdScooter(await anotherRider())
const resumed = (booking: HeldBooking) => booking.rider.call(resumePayment, { params: { id: booking.id } })
const questionsOf = ({ order }: HeldBooking) => providerCallCount('orderPayments', order.razorpay_order_id).length

describe('reports of failed payments by a browser', () => {
  test('are stored up to a limit for each booking, also when all are sent at once', async () => {
    const [one, other] = [await holding(), await holding()]
    const reports = Array.from({ length: 3 * REPORTED_ATTEMPTS_MAX }, () =>
      one.rider.call(recordPaymentFailure, failure(one))
    )
    expect(new Set((await Promise.all(reports)).map(({ success }) => success))).toEqual(new Set([true]))
    expect(await paymentsOf(one)).toHaveLength(REPORTED_ATTEMPTS_MAX)
    await other.rider.call(recordPaymentFailure, failure(other))
    expect(await paymentsOf(other)).toHaveLength(1)
  })

  test("do not use up the limit of the provider's events", async () => {
    const booking = await holding()
    await Promise.all(
      Array.from({ length: REPORTED_ATTEMPTS_MAX }, () => booking.rider.call(recordPaymentFailure, failure(booking)))
    )
    paidAtBank(booking, { outcome: 'failed' })
    await afterMinutes(2)
    expect(await paymentsOf(booking)).toHaveLength(REPORTED_ATTEMPTS_MAX + 1)
  })

  test('are rejected for a booking that is paid, cancelled or refunded, and nothing is stored', async () => {
    const admin = await signedInAdmin()
    const [paid, cancelled, refunded] = [await paidRide(), await holding(), await paidRide()]
    await admin.call(cancelBookingAsAdmin, { body: { amount: 0 }, params: { id: cancelled.id } })
    await sql("UPDATE bookings SET state = 'refunded' WHERE id = ?", refunded.id)
    for (const booking of [paid, cancelled, refunded]) {
      const before = await paymentsOf(booking)
      expect(await booking.rider.refusal(recordPaymentFailure, failure(booking))).toMatchObject({
        detail: paymentsText.noPaymentExpected,
        status: 400
      })
      expect(await paymentsOf(booking)).toEqual(before)
    }
    await sql("UPDATE bookings SET state = 'confirmed' WHERE id = ?", refunded.id)
  })

  test('cause no error if the hold has just expired or was cancelled', async () => {
    const [ended, released] = [await holding(), await holding()]
    await expireHold(ended)
    await released.rider.call(cancelBooking, { body: {}, params: { id: released.id } })
    for (const booking of [ended, released]) {
      const answer = await booking.rider.call(recordPaymentFailure, failure(booking, DISMISSED_BY_RIDER))
      expect(answer).toMatchObject({ payment_status: 'Failed', success: true })
      expect(await paymentsOf(booking)).toMatchObject([{ status: 'dismissed' }])
    }
  })
})

describe('a payment that is resumed again and again', () => {
  test('opens one order, and the server requests its payments once', async () => {
    const booking = await holding()
    const orders = await Promise.all(Array.from({ length: 40 }, () => resumed(booking)))
    expect(new Set(orders.map(({ razorpay_order_id }) => razorpay_order_id))).toEqual(
      new Set([booking.order.razorpay_order_id])
    )
    expect(questionsOf(booking)).toBe(1)
  })

  test('finds an existing payment a few seconds later, and the cron finds it in any case', async () => {
    const [later, never] = [await holding(), await holding()]
    for (const booking of [later, never]) {
      await resumed(booking)
      paidAtBank(booking)
      expect((await resumed(booking)).razorpay_order_id).toBe(booking.order.razorpay_order_id)
    }
    // Lets the pause between two provider calls pass.
    await resetThrottles()
    expect(await later.rider.refusal(resumePayment, { params: { id: later.id } })).toMatchObject({
      detail: paymentsText.alreadyPaid,
      status: 400
    })
    await afterMinutes(2)
    expect([(await storedBooking(later)).state, (await storedBooking(never)).state]).toEqual(['confirmed', 'confirmed'])
  })
})
