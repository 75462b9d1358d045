import { describe, expect, test } from 'vitest'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { confirmPayment } from '#contract/payments/orders.ts'
import * as bookingResponses from '#messages/booking/booking-responses.ts'
import * as paymentResponses from '#messages/payments/payment-responses.ts'
import { app } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import {
  afterMinutes,
  anotherRider,
  bookingRequest,
  bookingSeenByRider,
  deliver,
  eventOf,
  holdScooter,
  paidAtBank,
  paymentProof,
  paymentsOf,
  providerRefunds,
  refundsOf,
  reportPayment,
  setUpPaymentTests
} from './sample-bookings.ts'

setUpPaymentTests()

describe('an authorised payment', () => {
  test('is captured, and only then is the booking confirmed', async () => {
    const booking = await holdScooter()
    const receipt = paidAtBank(booking, { outcome: 'authorized' })
    expect(await reportPayment(booking, receipt)).toMatchObject({ payment_status: 'Completed', success: true })
    expect(razorpayServer().bank.payment(receipt.razorpay_payment_id)).toMatchObject({
      captured: true,
      status: 'captured'
    })
  })

  test('confirms nothing if the capture fails', async () => {
    const booking = await holdScooter()
    const receipt = paidAtBank(booking, { outcome: 'authorized' })
    razorpayServer().faults.fail('capture', 'error')
    expect(await reportPayment(booking, receipt)).toMatchObject({
      message: paymentResponses.beingConfirmed,
      success: false
    })
    expect(await bookingSeenByRider(booking)).toMatchObject({
      is_settling: true,
      otp_pin: null,
      payment_status: 'Pending'
    })
    razorpayServer().faults.clear()
    await afterMinutes(0)
    expect(await bookingSeenByRider(booking)).toMatchObject({ payment_status: 'Completed' })
  })

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

  test.each([
    ['too little', { amount: 4999 }],
    ['in another currency', { currency: 'USD' }]
  ])('is not captured if it is %s; the payer sees it and can pay again', async (_, wrong) => {
    const booking = await holdScooter()
    const receipt = paidAtBank(booking, { ...wrong, outcome: 'authorized' })
    expect(await reportPayment(booking, receipt)).toMatchObject({
      message: paymentResponses.authorisedWrongAmount,
      success: false
    })
    await afterMinutes(1)
    expect(razorpayServer().bank.payment(receipt.razorpay_payment_id)).toMatchObject({ captured: false })
    expect([await paymentsOf(booking), await refundsOf(booking)]).toEqual([[], []])
    expect(await bookingSeenByRider(booking)).toMatchObject({ is_settling: false, payment_status: 'Pending' })
    expect(await reportPayment(booking, paidAtBank(booking))).toMatchObject({ success: true })
  })

  test('keeps the slot while the bank has not answered', async () => {
    const booking = await holdScooter()
    const receipt = paidAtBank(booking, { outcome: 'created' })
    expect(await reportPayment(booking, receipt)).toMatchObject({
      message: paymentResponses.beingConfirmed,
      success: false
    })
    const rival = await anotherRider()
    expect((await rival.refusal(createHourlyBooking, bookingRequest(booking))).detail).toBe(
      bookingResponses.bookingConflict
    )
    razorpayServer().bank.authorise(receipt.razorpay_payment_id)
    await afterMinutes(60)
    expect(await bookingSeenByRider(booking)).toMatchObject({ payment_status: 'Completed' })
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

  test.each(['wrong_amount', 'wrong_currency', 'wrong_order'] as const)(
    'that the provider returns with %s confirms nothing, even with a valid signature',
    async fault => {
      const booking = await holdScooter()
      razorpayServer().faults.fail('fetchPayment', fault)
      const refusal = await booking.rider.refusal(confirmPayment, paymentProof(booking, paidAtBank(booking)))
      expect(refusal.status).toBe(400)
      expect(await bookingSeenByRider(booking)).toMatchObject({ otp_pin: null, payment_status: 'Pending' })
    }
  )
})
