import { describe, expect, test } from 'vitest'
import { cancelBooking } from '#contract/bookings/cancel.ts'
import { createHourlyBooking } from '#contract/bookings/create.ts'
import { confirmPayment, DISMISSED_BY_RIDER, recordPaymentFailure } from '#contract/payments/browser-reports.ts'
import { RECONCILE_WINDOW_SECONDS } from '#domain/constants.ts'
import * as bookingResponses from '#messages/booking/booking-responses.ts'
import * as paymentResponses from '#messages/payments/payment-responses.ts'
import { app, sql } from '#tests/helpers/servers/app.ts'
import { deliverWebhooks, razorpayServer } from '#tests/helpers/servers/provider.ts'
import {
  afterMinutes,
  anotherRider,
  beginRide,
  bookedByRival,
  bookingRequest,
  bookingSeenByRider,
  deliver,
  eventOf,
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
} from './fixtures.ts'

setUpPaymentTests()

const dismissed = ({ id, rider }: HeldBooking) =>
  rider.call(recordPaymentFailure, { body: { error_description: DISMISSED_BY_RIDER, session_id: id } })

describe('a payment after the checkout was closed', () => {
  test('confirms while the hold lives, and later if the slot is still free', async () => {
    const living = await holdScooter()
    await dismissed(living)
    await deliver(eventOf('payment.captured', paidAtBank(living)))
    const ended = await holdScooter()
    await dismissed(ended)
    await expireHold(ended)
    await app.runMinute()
    expect(await bookingSeenByRider(ended)).toMatchObject({ payment_status: 'Failed' })
    await deliver(eventOf('payment.captured', paidAtBank(ended)))
    for (const booking of [living, ended]) {
      expect(await bookingSeenByRider(booking)).toMatchObject({
        otp_pin: booking.scooter.otp_pin,
        payment_status: 'Completed'
      })
    }
  })

  test('is refunded once if another rider has the slot, and the payer sees it', async () => {
    const booking = await holdScooter()
    await expireHold(booking)
    const rival = await bookedByRival(booking)
    const receipt = paidAtBank(booking)
    await Promise.all([
      deliver(eventOf('payment.captured', receipt)),
      deliver(eventOf('order.paid', receipt)),
      reportPayment(booking, receipt)
    ])
    await Promise.all([afterMinutes(0), afterMinutes(0)])
    await afterMinutes(10)
    expect(await bookingSeenByRider(booking)).toMatchObject({ otp_pin: null, payment_status: 'Refunded' })
    expect(await refundsOf(booking)).toMatchObject([{ reason: 'slot_lost', status: 'sent' }])
    expect(providerRefunds(booking)).toMatchObject([{ amount: 5000 }])
    expect(await bookingSeenByRider(rival)).toMatchObject({ payment_status: 'Pending' })
  })

  test('is refunded once if the ride has begun, even if nobody else booked it', async () => {
    const booking = await holdScooter()
    await expireHold(booking)
    await beginRide(booking)
    const answer = await reportPayment(booking, paidAtBank(booking))
    expect(answer).toMatchObject({ message: paymentResponses.paidTooLate, payment_status: 'Refunded', success: false })
    await afterMinutes(0)
    await afterMinutes(10)
    expect(providerRefunds(booking)).toHaveLength(1)
    expect(await bookingSeenByRider(booking)).toMatchObject({ otp_pin: null, payment_status: 'Refunded' })
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

  test('is refunded if only the cron finds it, too', async () => {
    const ride = await paidRide()
    const second = paidAtBank(ride, twice)
    await afterMinutes(16)
    await afterMinutes(17)
    expect(providerRefunds(ride)).toMatchObject([{ payment_id: second.razorpay_payment_id }])
    expect((await storedBooking(ride)).state).toBe('confirmed')
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
    expect(refusal).toMatchObject({ detail: paymentResponses.notPaid, status: 400 })
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
