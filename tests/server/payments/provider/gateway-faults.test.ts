import { describe, expect, test } from 'vitest'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { SETTLING_HOLD_SECONDS } from '#domain/constants.ts'
import * as paymentResponses from '#messages/payments/payments.ts'
import { sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import {
  afterMinutes,
  bookedByRival,
  bookingRequest,
  bookingSeenByRider,
  claimsOf,
  deliver,
  eventOf,
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
    expect(refusal).toMatchObject({ detail: paymentResponses.orderFailed, status: 502 })
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

  test('can be repeated if the answer is lost, and a payment for the lost order is refunded', async () => {
    const slot = await freeSlot()
    razorpayServer().faults.fail('createOrder', 'lost', 1)
    expect((await slot.rider.refusal(createHourlyBooking, bookingRequest(slot))).status).toBe(502)
    const again = await slot.rider.call(createHourlyBooking, bookingRequest(slot))
    const [orphaned] = await bookingsOf(slot)
    const [orphan] = razorpayServer().bank.orders(orphaned?.id ?? '')
    expect(orphan?.id).not.toBe(again.razorpay_order_id)
    const booking = { ...slot, id: again.session_id, order: again }
    expect(await reportPayment(booking, paidAtBank(booking))).toMatchObject({ success: true })
    const receipt = razorpayServer().bank.pay(orphan?.id ?? '')
    await deliver(eventOf('order.paid', receipt))
    await afterMinutes(0)
    expect((await storedBooking({ id: orphaned?.id ?? '' })).state).toBe('refund_due')
    expect(razorpayServer().bank.refundsOf(receipt.razorpay_payment_id)).toHaveLength(1)
    expect((await storedBooking(booking)).state).toBe('confirmed')
  })

  test('finds an order by its receipt if it was created but not stored', async () => {
    const booking = await holdScooter()
    await sql('UPDATE bookings SET order_id = NULL, next_check_at = NULL WHERE id = ?', booking.id)
    const receipt = paidAtBank(booking)
    await deliver(eventOf('payment.captured', receipt))
    expect((await storedBooking(booking)).state).toBe('held')
    await deliver(eventOf('order.paid', receipt))
    expect(await bookingSeenByRider(booking)).toMatchObject({
      otp_pin: booking.scooter.otp_pin,
      payment_status: 'Completed'
    })
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
      message: paymentResponses.beingConfirmed,
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
