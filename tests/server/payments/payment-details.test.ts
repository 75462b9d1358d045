import { describe, expect, test } from 'vitest'
import { cancelBookingAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { getBookingPayments, reconcileBooking } from '#contract/bookings/booking-payments.ts'
import { recordPaymentFailure } from '#contract/payments/orders.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import {
  bookingSeenByRider,
  holdScooter,
  paidAtBank,
  reportPayment,
  setUpPaymentTests,
  storedBooking
} from '#tests/server/payments/sample-bookings.ts'
import { activityOf, cancelling } from './refunds/admin-requests.ts'

setUpPaymentTests()

const admin = setUpAdmin()

describe('the payment details of a booking', () => {
  const of = ({ id }: { id: string }) => ({ params: { id } })

  test('contain every attempt, latest first, and the refund', async () => {
    const stay = await holdScooter()
    await stay.rider.call(recordPaymentFailure, { body: { error_description: 'Bank is away', session_id: stay.id } })
    await sql('UPDATE payments SET created_at = 1000 WHERE booking_id = ?', stay.id)
    const receipt = paidAtBank(stay)
    await reportPayment(stay, receipt)
    await admin.call(cancelBookingAsAdmin, cancelling(stay, 50))
    const money = await admin.call(getBookingPayments, of(stay))
    expect(money).toMatchObject({
      attempts: [
        { amount: 50, currency: 'INR', payment_id: receipt.razorpay_payment_id, reason: null, status: 'captured' },
        { amount: null, payment_id: null, reason: 'Bank is away', status: 'failed' }
      ],
      order_id: stay.order.razorpay_order_id,
      refunds: [{ amount: 50, payment_id: receipt.razorpay_payment_id, reason: 'cancelled', status: 'due' }]
    })
  })

  test('are empty before the first payment attempt', async () => {
    const stay = await holdScooter()
    const nothing = { attempts: [], disputes: [], order_id: stay.order.razorpay_order_id, refunds: [] }
    expect(await admin.call(getBookingPayments, of(stay))).toMatchObject(nothing)
  })

  test('are requested from the provider on demand, and settled', async () => {
    const stay = await holdScooter()
    const receipt = paidAtBank(stay)
    expect((await admin.call(getBookingPayments, of(stay))).attempts).toEqual([])
    const money = await admin.call(reconcileBooking, of(stay))
    expect(money.attempts).toMatchObject([{ payment_id: receipt.razorpay_payment_id, status: 'captured' }])
    expect(await bookingSeenByRider(stay)).toMatchObject({ otp_pin: stay.scooter.otp_pin, payment_status: 'Completed' })
    expect(await admin.call(reconcileBooking, of(stay))).toEqual(money)
    expect(await activityOf(stay.id)).toEqual([])
  })

  test('answer 502 with a sentence if the provider cannot be reached, and do not change', async () => {
    const stay = await holdScooter()
    paidAtBank(stay)
    razorpayServer().faults.fail('orderPayments', 'reset')
    const refusal = await admin.refusal(reconcileBooking, of(stay))
    expect(refusal).toMatchObject({ detail: refundsText.providerUnreachable, status: 502 })
    expect((await storedBooking(stay)).state).toBe('held')
    expect((await admin.call(getBookingPayments, of(stay))).attempts).toEqual([])
  })

  test('answer 404 for an unknown booking', async () => {
    for (const endpoint of [getBookingPayments, reconcileBooking]) {
      expect(await admin.refusal(endpoint, of({ id: 'none' }))).toMatchObject({
        detail: bookingText.bookingNotFound,
        status: 404
      })
    }
  })
})
