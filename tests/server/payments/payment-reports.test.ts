import { describe, expect, test } from 'vitest'
import { confirmPayment } from '#contract/payments/orders.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { app } from '#tests/helpers/servers/app.ts'
import {
  afterMinutes,
  bookingSeenByRider,
  deliver,
  eventOf,
  holdScooter,
  paidAtBank,
  paidRide,
  paymentProof,
  providerRefunds,
  refundsOf,
  reportPayment,
  setUpPaymentTests
} from './sample-bookings.ts'

setUpPaymentTests()

describe('an authorised payment', () => {
  test('confirms nothing if the payment failed, even with a valid signature', async () => {
    const booking = await holdScooter()
    const refusal = await booking.rider.refusal(
      confirmPayment,
      paymentProof(booking, paidAtBank(booking, { outcome: 'failed' }))
    )
    expect(refusal).toMatchObject({ detail: paymentsText.bankDeclined, status: 400 })
    expect(await bookingSeenByRider(booking)).toMatchObject({
      is_settling: false,
      otp_pin: null,
      payment_status: 'Pending'
    })
    expect(await reportPayment(booking, paidAtBank(booking))).toMatchObject({ success: true })
  })
})

describe('a payment that differs from the order', () => {
  test.each([
    ['a paisa less', { amount: 4999 }],
    ['a paisa more', { amount: 5001 }],
    ['rupees for paise', { amount: 500_000 }],
    ['a part', { amount: 2500 }],
    ['dollars', { currency: 'USD' }]
  ])('of %s never confirms, whoever reports it, and waits for an admin', async (_, requestCount) => {
    const booking = await holdScooter()
    const receipt = paidAtBank(booking, requestCount)
    const before = app.logs().length
    expect((await deliver(eventOf('payment.captured', receipt))).status).toBe(200)
    const refusal = await booking.rider.refusal(confirmPayment, paymentProof(booking, receipt))
    expect(refusal).toMatchObject({ detail: paymentsText.paymentInReview, status: 400 })
    await afterMinutes(1)
    await afterMinutes(20)
    expect(await refundsOf(booking)).toMatchObject([{ attempts: 0, reason: 'mismatch', status: 'review' }])
    expect(providerRefunds(booking)).toEqual([])
    expect(app.logs().slice(before).join('\n')).toMatch(
      new RegExp(`"payment_mismatched".*"booking_id":"${booking.id}"`)
    )
    expect(await bookingSeenByRider(booking)).toMatchObject({ otp_pin: null, payment_status: 'Failed' })
  })
})

describe('a second payment for one booking', () => {
  const twice = { second: true }

  test('is refunded once, the booking does not change, and the payer is informed', async () => {
    const ride = await paidRide()
    const second = paidAtBank(ride, twice)
    const answer = await reportPayment(ride, second)
    expect(answer).toMatchObject({ message: paymentsText.paidTwice, payment_status: 'Completed', success: true })
    await deliver(eventOf('payment.captured', second))
    await Promise.all([afterMinutes(0), afterMinutes(0)])
    await afterMinutes(20)
    expect(providerRefunds(ride)).toMatchObject([{ payment_id: second.razorpay_payment_id }])
    expect(await refundsOf(ride)).toMatchObject([{ reason: 'extra_payment', status: 'sent' }])
    expect(await bookingSeenByRider(ride)).toMatchObject({ otp_pin: ride.scooter.otp_pin, payment_status: 'Completed' })
  })
})
