import { describe, expect, test } from 'vitest'
import { confirmPayment } from '#contract/payments/orders.ts'
import * as paymentResponses from '#messages/payments/payments.ts'
import { app } from '#tests/helpers/servers/app.ts'
import { deliverWebhooks, razorpayServer } from '#tests/helpers/servers/provider.ts'
import {
  afterMinutes,
  bookingSeenByRider,
  deliver,
  eventOf,
  expireHold,
  holdScooter,
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

describe('an authorised payment', () => {
  test('confirms nothing if the payment failed, even with a valid signature', async () => {
    const booking = await holdScooter()
    const refusal = await booking.rider.refusal(
      confirmPayment,
      paymentProof(booking, paidAtBank(booking, { outcome: 'failed' }))
    )
    expect(refusal).toMatchObject({ detail: paymentResponses.bankDeclined, status: 400 })
    expect(await bookingSeenByRider(booking)).toMatchObject({
      is_settling: false,
      otp_pin: null,
      payment_status: 'Pending'
    })
    expect(await reportPayment(booking, paidAtBank(booking))).toMatchObject({ success: true })
  })

  test('is not captured if it was only authorised too late, and the bank returns it', async () => {
    const booking = await holdScooter()
    await expireHold(booking)
    const receipt = paidAtBank(booking, { outcome: 'authorized' })
    const answer = await reportPayment(booking, receipt)
    expect(answer).toMatchObject({ message: paymentResponses.authorisedTooLate, success: false })
    expect(razorpayServer().bank.payment(receipt.razorpay_payment_id).captured).toBe(false)
    expect([await paymentsOf(booking), await refundsOf(booking)]).toEqual([[], []])
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
    expect(refusal).toMatchObject({ detail: paymentResponses.paymentInReview, status: 400 })
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
    expect(answer).toMatchObject({ message: paymentResponses.paidTwice, payment_status: 'Completed', success: true })
    await deliver(eventOf('payment.captured', second))
    await Promise.all([afterMinutes(0), afterMinutes(0)])
    await afterMinutes(20)
    expect(providerRefunds(ride)).toMatchObject([{ payment_id: second.razorpay_payment_id }])
    expect(await refundsOf(ride)).toMatchObject([{ reason: 'extra_payment', status: 'sent' }])
    expect(await bookingSeenByRider(ride)).toMatchObject({ otp_pin: ride.scooter.otp_pin, payment_status: 'Completed' })
  })

  test('that arrives together with the first is refunded, and the other is kept', async () => {
    const booking = await holdScooter()
    const receipts = [paidAtBank(booking), paidAtBank(booking, twice)]
    await Promise.all(receipts.map(receipt => reportPayment(booking, receipt)))
    await Promise.all([afterMinutes(0), afterMinutes(0)])
    const { payment_id } = await storedBooking(booking)
    const other = receipts.find(receipt => receipt.razorpay_payment_id !== payment_id)
    expect(receipts.map(receipt => receipt.razorpay_payment_id)).toContain(payment_id)
    expect(providerRefunds(booking)).toMatchObject([{ payment_id: other?.razorpay_payment_id }])
  })
})

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
})

test('a payment that is reported three times by each of its events, all at once, confirms one booking', async () => {
  const booking = await holdScooter()
  const receipt = paidAtBank(booking)
  const events = (['order.paid', 'payment.authorized', 'payment.captured'] as const).map(name => eventOf(name, receipt))
  const reports = [() => reportPayment(booking, receipt), ...events.map(event => () => deliver(event))]
  await Promise.all([...reports, ...reports, ...reports].map(report => report()))
  expect(await storedBooking(booking)).toMatchObject({ payment_id: receipt.razorpay_payment_id, state: 'confirmed' })
  expect([await paymentsOf(booking), await refundsOf(booking)]).toEqual([[expect.anything()], []])
})
