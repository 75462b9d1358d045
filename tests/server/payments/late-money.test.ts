import { describe, expect, test } from 'vitest'
import { DISMISSED_BY_RIDER, recordPaymentFailure } from '#contract/payments/orders.ts'
import * as paymentResponses from '#messages/payments/payment-responses.ts'
import { app } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import {
  afterMinutes,
  beginRide,
  bookedByRival,
  bookingSeenByRider,
  deliver,
  eventOf,
  expireHold,
  type HeldBooking,
  holdScooter,
  paidAtBank,
  paidRide,
  paymentsOf,
  providerRefunds,
  refundsOf,
  reportPayment,
  setUpPaymentTests,
  storedBooking
} from './sample-bookings.ts'

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
