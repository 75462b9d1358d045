import { describe, expect, test } from 'vitest'
import { cancelBooking } from '#contract/bookings/manage-ride.ts'
import { confirmPayment } from '#contract/payments/orders.ts'
import { RECONCILE_WINDOW_SECONDS } from '#domain/constants.ts'
import * as paymentResponses from '#messages/payments/payment-responses.ts'
import { app, sql } from '#tests/helpers/servers/app.ts'
import { deliverWebhooks, razorpayServer } from '#tests/helpers/servers/provider.ts'
import {
  afterMinutes,
  anotherRider,
  bookedByRival,
  bookingSeenByRider,
  expireHold,
  type HeldBooking,
  holdScooter,
  minutesFromNow,
  paidAtBank,
  paidRide,
  paymentProof,
  paymentsOf,
  providerCallCount,
  providerRefunds,
  refundsOf,
  reportPayment,
  setUpPaymentTests,
  storedBooking
} from './sample-bookings.ts'

setUpPaymentTests()

/** Runs the cron whenever this booking is due; returns how many minutes after its creation that was. */
async function checkTimesOf(booking: HeldBooking): Promise<number[]> {
  const minutes: number[] = []
  for (
    let row = await storedBooking(booking);
    row.next_check_at !== null && minutes.length < 100;
    row = await storedBooking(booking)
  ) {
    minutes.push(Math.round((row.next_check_at - row.created_at) / 60))
    await app.runMinute(new Date((row.next_check_at - 1) * 1000))
    expect((await storedBooking(booking)).checks).toBe(row.checks)
    await app.runMinute(new Date(row.next_check_at * 1000))
  }
  return minutes
}

describe('a browser that reports nothing', () => {
  test('has its payment confirmed by the webhooks alone', async () => {
    const booking = await holdScooter()
    paidAtBank(booking)
    await deliverWebhooks()
    expect(razorpayServer().bank.webhooks.deliveries.slice(-3)).toMatchObject([
      { event: 'payment.authorized', status: 200 },
      { event: 'payment.captured', status: 200 },
      { event: 'order.paid', status: 200 }
    ])
    expect(await bookingSeenByRider(booking)).toMatchObject({
      otp_pin: booking.scooter.otp_pin,
      payment_status: 'Completed'
    })
    expect(providerCallCount('orderPayments', booking.order.razorpay_order_id)).toEqual([])
  })

  test('has its payment confirmed by the cron alone within two minutes', async () => {
    const booking = await holdScooter()
    paidAtBank(booking)
    await app.runMinute()
    expect(await bookingSeenByRider(booking)).toMatchObject({ payment_status: 'Pending' })
    await afterMinutes(1)
    expect(await bookingSeenByRider(booking)).toMatchObject({
      otp_pin: booking.scooter.otp_pin,
      payment_status: 'Completed'
    })
  })

  test('has its payment confirmed once by two crons at once', async () => {
    const booking = await holdScooter()
    paidAtBank(booking)
    await Promise.all([afterMinutes(1), afterMinutes(1), afterMinutes(1)])
    expect((await storedBooking(booking)).state).toBe('confirmed')
    expect([await paymentsOf(booking), await refundsOf(booking)]).toEqual([[expect.anything()], []])
  })

  test('has its payment confirmed by the cron if the verification failed, and My Bookings shows it', async () => {
    const booking = await holdScooter()
    const receipt = paidAtBank(booking)
    await sql('ALTER TABLE payments RENAME TO payments_out_of_reach')
    const refusal = await booking.rider.refusal(confirmPayment, paymentProof(booking, receipt))
    await sql('ALTER TABLE payments_out_of_reach RENAME TO payments')
    expect(refusal.status).toBeGreaterThanOrEqual(500)
    expect(await bookingSeenByRider(booking)).toMatchObject({ otp_pin: null, payment_status: 'Pending' })
    await afterMinutes(1)
    expect(await bookingSeenByRider(booking)).toMatchObject({
      otp_pin: booking.scooter.otp_pin,
      payment_status: 'Completed'
    })
    expect(await reportPayment(booking, receipt)).toMatchObject({ message: paymentResponses.confirmed, success: true })
  })
})

describe('an order without any webhook for a day', () => {
  test('is checked every minute of the hold, then less and less often, and never after 72 hours', async () => {
    const booking = await holdScooter()
    const minutes = await checkTimesOf(booking)
    const after = minutes.filter(minute => minute > 16)
    const last = minutes.at(-1) ?? 0
    expect(minutes.slice(0, 15)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
    expect(after.slice(1).every((minute, index) => minute - (after[index] ?? 0) >= (after[index] ?? 0) / 2 - 1)).toBe(
      true
    )
    expect(last).toBeGreaterThanOrEqual(RECONCILE_WINDOW_SECONDS / 60)
    expect(last).toBeLessThanOrEqual((RECONCILE_WINDOW_SECONDS / 60) * 1.5)
    expect(providerCallCount('orderPayments', booking.order.razorpay_order_id)).toHaveLength(minutes.length)
    expect(minutes.length).toBeLessThanOrEqual(32)
    await app.runMinute(minutesFromNow(14 * 24 * 60))
    expect(providerCallCount('orderPayments', booking.order.razorpay_order_id)).toHaveLength(minutes.length)
  })

  test('of a cancelled hold is checked for as long, and half as often', async () => {
    const booking = await holdScooter()
    await booking.rider.call(cancelBooking, { body: {}, params: { id: booking.id } })
    const minutes = await checkTimesOf(booking)
    expect(minutes.slice(0, 4)).toEqual([1, 16, 32, 64])
    expect(minutes.at(-1)).toBeGreaterThanOrEqual(RECONCILE_WINDOW_SECONDS / 60)
    expect(minutes.length).toBeLessThanOrEqual(11)
  })

  test('of a paid booking is checked for as long, from a quarter of an hour on', async () => {
    const ride = await paidRide()
    const minutes = await checkTimesOf(ride)
    expect(minutes.slice(0, 3)).toEqual([1, 16, 31])
    expect(minutes.length).toBeLessThanOrEqual(16)
  })

  test('is not checked with all others while the provider is down, and its payment is found later', async () => {
    const ride = await holdScooter()
    const others = [
      await holdScooter(await anotherRider()),
      await holdScooter(await anotherRider()),
      await holdScooter(await anotherRider())
    ]
    paidAtBank(ride)
    razorpayServer().faults.fail('orderPayments', 'error')
    const requestCount = () => razorpayServer().faults.requestsOf('orderPayments').length
    for (const minute of [1, 16, 12 * 60, 24 * 60 - 1]) {
      const before = requestCount()
      await afterMinutes(minute)
      expect(requestCount() - before).toBeGreaterThan(0)
      expect(requestCount() - before).toBeLessThan(others.length)
    }
    expect(await bookingSeenByRider(ride)).toMatchObject({ payment_status: 'Failed' })
    razorpayServer().faults.clear()
    await afterMinutes(24 * 60)
    await afterMinutes(24 * 60 + 1)
    const states = await Promise.all([ride, ...others].map(async booking => (await storedBooking(booking)).state))
    expect(states).toEqual(['confirmed', 'expired', 'expired', 'expired'])
  })

  test('is refunded if its slot is lost when the payment is found', async () => {
    const booking = await holdScooter()
    const receipt = paidAtBank(booking)
    await expireHold(booking)
    const rival = await bookedByRival(booking)
    await reportPayment(rival, paidAtBank(rival))
    await afterMinutes(24 * 60)
    await afterMinutes(24 * 60 + 3)
    expect(providerRefunds(booking)).toMatchObject([{ payment_id: receipt.razorpay_payment_id }])
    expect((await storedBooking(booking)).state).toBe('refund_due')
    expect(await bookingSeenByRider(rival)).toMatchObject({ payment_status: 'Completed' })
  })
})
