import { describe, expect, test } from 'vitest'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { SETTLING_HOLD_SECONDS } from '#domain/constants.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import {
  bookedByRival,
  bookingRequest,
  bookingSeenByRider,
  claimsOf,
  freeSlot,
  type HeldBooking,
  holdScooter,
  paidAtBank,
  reportPayment,
  setUpPaymentTests,
  storedBooking
} from '#tests/server/payments/sample-bookings.ts'

setUpPaymentTests()

const bookingsOf = ({ scooter }: Pick<HeldBooking, 'scooter'>) =>
  sql<{ id: string; state: string }>('SELECT id, state FROM bookings WHERE scooter_id = ?', scooter.id)

describe('creating an order at the provider', () => {
  // tests/model/payments/fault-matrix.test.ts has the other faults.
  test('answers 502 with a sentence and frees the slot at once', async () => {
    const slot = await freeSlot()
    razorpayServer().faults.fail('createOrder', 'html')
    const refusal = await slot.rider.refusal(createHourlyBooking, bookingRequest(slot))
    expect(refusal).toMatchObject({ detail: paymentsText.orderFailed, status: 502 })
    expect(await bookingsOf(slot)).toMatchObject([{ state: 'released' }])
    razorpayServer().faults.clear()
    const rival = await bookedByRival(slot)
    expect(razorpayServer().bank.order(rival.order.razorpay_order_id)).toMatchObject({
      amount: 5000,
      receipt: rival.id
    })
    expect(rival.id.length).toBeLessThanOrEqual(40)
    const again = await holdScooter(slot.rider)
    expect(await reportPayment(again, paidAtBank(again))).toMatchObject({ success: true })
  })
})

/** Paid and reported while the provider cannot be reached. */
async function reportWhileDown(options: Parameters<typeof paidAtBank>[1] = {}) {
  const booking = await holdScooter()
  const receipt = paidAtBank(booking, options)
  razorpayServer().faults.fail('fetchPayment', 'error')
  razorpayServer().faults.fail('orderPayments', 'error')
  const before = await storedBooking(booking)
  return { answer: await reportPayment(booking, receipt), before, booking, receipt }
}

describe('a payment that is reported while the provider is down', () => {
  test('is shown as being confirmed, and extends its hold and claims for a day', async () => {
    const { answer, booking } = await reportWhileDown()
    expect(answer).toEqual({
      booking_id: booking.id,
      is_settling: true,
      message: paymentsText.beingConfirmed,
      payment_status: 'Pending',
      success: false
    })
    const { hold_until, settling } = await storedBooking(booking)
    const left = (hold_until ?? 0) - Date.now() / 1000
    expect(settling).toBe(1)
    expect(left).toBeGreaterThan(SETTLING_HOLD_SECONDS - 60)
    expect(left).toBeLessThanOrEqual(SETTLING_HOLD_SECONDS)
    expect(await claimsOf(booking)).toEqual([{ hold_until }, { hold_until }])
    expect(await bookingSeenByRider(booking)).toMatchObject({
      is_settling: true,
      otp_pin: null,
      payment_status: 'Pending'
    })
  })
})
