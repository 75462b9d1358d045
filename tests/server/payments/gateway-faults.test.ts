import { describe, expect, test } from 'vitest'
import { createHourlyBooking, paymentFailed, resumeBooking } from '#contract/bookings/bookings.ts'
import { cancelBooking } from '#contract/bookings/cancel.ts'
import { SETTLING_HOLD_SECONDS } from '#domain/constants.ts'
import * as text from '#messages/booking.ts'
import { app, sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import type { Fault } from '#tests/razorpay/faults.ts'
import {
  afterMinutes,
  anotherRider,
  bookedByRival,
  bookingRequest,
  bookingSeenByRider,
  bookingWish,
  claimsOf,
  deliver,
  eventOf,
  type HeldBooking,
  holdScooter,
  paidAtBank,
  providerRefunds,
  reportPayment,
  setUpPaymentTests,
  storedBooking
} from './scene.ts'

setUpPaymentTests()

const bookingsOf = ({ scooter }: Pick<HeldBooking, 'scooter'>) =>
  sql<{ id: string; state: string }>('SELECT id, state FROM bookings WHERE scooter_id = ?', scooter.id)

const ordersAsked = () => razorpayServer().faults.asked('createOrder').length

describe('an order that the provider does not make', () => {
  const faults: Fault[] = [
    'timeout',
    'reset',
    'busy',
    'error',
    'html',
    'garbled',
    'strange',
    'wrong_amount',
    'wrong_currency'
  ]

  test.each(faults)('PAY-19: %s is 502 with a sentence, and the slot is free for others at once', async fault => {
    const wish = await bookingWish()
    razorpayServer().faults.fail('createOrder', fault)
    const refusal = await wish.rider.refusal(createHourlyBooking, bookingRequest(wish))
    expect(refusal).toMatchObject({ detail: text.orderFailed, status: 502 })
    expect(await bookingsOf(wish)).toMatchObject([{ state: 'released' }])
    razorpayServer().faults.mend()
    const rival = await bookedByRival(wish)
    expect(razorpayServer().bank.order(rival.order.razorpay_order_id)).toMatchObject({
      amount: 5000,
      receipt: rival.id
    })
    expect(rival.id.length).toBeLessThanOrEqual(40)
    const again = await holdScooter(wish.rider)
    expect(await reportPayment(again, paidAtBank(again))).toMatchObject({ success: true })
  })

  test('PAY-19: one that is busy for a moment is asked again, and the rider notices nothing', async () => {
    const before = ordersAsked()
    razorpayServer().faults.fail('createOrder', 'busy', 2)
    const booking = await holdScooter()
    expect(ordersAsked() - before).toBe(3)
    expect((await storedBooking(booking)).state).toBe('held')
  })

  test('PAY-20: one that is made and never told of harms nobody, and money for it still finds its booking', async () => {
    const wish = await bookingWish()
    razorpayServer().faults.fail('createOrder', 'lost', 1)
    expect((await wish.rider.refusal(createHourlyBooking, bookingRequest(wish))).status).toBe(502)
    const again = await wish.rider.call(createHourlyBooking, bookingRequest(wish))
    const [orphaned] = await bookingsOf(wish)
    const [orphan] = razorpayServer().bank.orders(orphaned?.id ?? '')
    expect(orphan?.id).not.toBe(again.razorpay_order_id)
    const booking = { ...wish, id: again.session_id, order: again }
    expect(await reportPayment(booking, paidAtBank(booking))).toMatchObject({ success: true })
    const receipt = razorpayServer().bank.pay(orphan?.id ?? '')
    await deliver(eventOf('order.paid', receipt))
    await afterMinutes(0)
    expect((await storedBooking({ id: orphaned?.id ?? '' })).state).toBe('refund_due')
    expect(razorpayServer().bank.refundsOf(receipt.razorpay_payment_id)).toHaveLength(1)
    expect((await storedBooking(booking)).state).toBe('confirmed')
  })

  test('PAY-21: one that was made and never written down is found by its receipt', async () => {
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

test('BK-05: twenty identical wishes at once are one booking and one order, however slowly that is made', async () => {
  const wish = await bookingWish()
  const before = ordersAsked()
  const wishing = () => wish.rider.call(createHourlyBooking, bookingRequest(wish))
  razorpayServer().faults.fail('createOrder', 'slow', 1)
  const orders = Array.from({ length: 20 }, wishing)
  await expect.poll(() => razorpayServer().faults.isWaitedFor()).toBe(true)
  // Whoever came after all of them has been served.
  await holdScooter(await anotherRider())
  razorpayServer().faults.release()
  const made = (await Promise.all(orders)).map(order => `${order.session_id} ${order.razorpay_order_id}`)
  expect(new Set(made).size).toBe(1)
  expect([(await bookingsOf(wish)).length, ordersAsked() - before]).toEqual([1, 2])
})

/** Paid, and told of while the provider cannot be asked. */
async function waiting(asked: Parameters<typeof paidAtBank>[1] = {}) {
  const booking = await holdScooter()
  const receipt = paidAtBank(booking, asked)
  razorpayServer().faults.fail('fetchPayment', 'error')
  razorpayServer().faults.fail('orderPayments', 'error')
  const before = await storedBooking(booking)
  return { answer: await reportPayment(booking, receipt), before, booking, receipt }
}

describe('a payment that is signed for while the provider is away', () => {
  test('PAY-22: is being confirmed, and its hold waits a day for it with its claims', async () => {
    const { answer, booking } = await waiting()
    expect(answer).toEqual({
      booking_id: booking.id,
      message: text.beingConfirmed,
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

  test('PAY-22: keeps its slot from everybody, and nobody is asked to pay again', async () => {
    const { booking } = await waiting()
    const rival = await anotherRider()
    const conflict = await rival.refusal(createHourlyBooking, bookingRequest(booking))
    expect(conflict).toMatchObject({ detail: text.bookingConflict, status: 400 })
    const { rider } = booking
    const params = { params: { id: booking.id } }
    expect(await rider.refusal(resumeBooking, params)).toMatchObject({ detail: text.beingConfirmed, status: 400 })
    expect(await rider.refusal(cancelBooking, params)).toMatchObject({ detail: text.beingConfirmed, status: 400 })
    expect((await rider.refusal(createHourlyBooking, bookingRequest(booking))).status).toBe(400)
    await rider.call(paymentFailed, { body: { error_description: text.cancelledByUser, session_id: booking.id } })
    await app.runMinute()
    expect(await bookingSeenByRider(booking)).toMatchObject({ is_settling: true, payment_status: 'Pending' })
  })

  test('PAY-22: is Completed by the cron as soon as the provider is back', async () => {
    const { booking, receipt } = await waiting()
    await afterMinutes(20)
    expect(await bookingSeenByRider(booking)).toMatchObject({ is_settling: true, payment_status: 'Pending' })
    razorpayServer().faults.mend()
    await afterMinutes(21)
    expect(await bookingSeenByRider(booking)).toMatchObject({ is_settling: false, otp_pin: booking.scooter.otp_pin })
    expect(await reportPayment(booking, receipt)).toMatchObject({ message: text.confirmed, success: true })
    expect(providerRefunds(booking)).toEqual([])
  })

  test('PAY-22: is Completed by the browser that tells of it once more, too', async () => {
    const { booking, receipt } = await waiting()
    razorpayServer().faults.mend()
    expect(await reportPayment(booking, receipt)).toMatchObject({ payment_status: 'Completed', success: true })
    expect((await storedBooking(booking)).settling).toBe(0)
  })

  test('PAY-22: gives its hold back as it was when it turns out failed in time', async () => {
    const { before, booking } = await waiting({ outcome: 'failed' })
    razorpayServer().faults.mend()
    await afterMinutes(0)
    const { hold_until } = before
    expect(await storedBooking(booking)).toMatchObject({ hold_until, settling: 0, state: 'held' })
    expect(await claimsOf(booking)).toEqual([{ hold_until }, { hold_until }])
    const order = await booking.rider.call(resumeBooking, { params: { id: booking.id } })
    expect(order.razorpay_order_id).toBe(booking.order.razorpay_order_id)
  })

  test('PAY-22: gives its slot back when it turns out failed after that', async () => {
    const { booking } = await waiting({ outcome: 'failed' })
    await sql(
      'UPDATE bookings SET created_at = created_at - 7200, held_since = held_since - 7200 WHERE id = ?',
      booking.id
    )
    razorpayServer().faults.mend()
    await afterMinutes(0)
    await afterMinutes(1)
    expect(await bookingSeenByRider(booking)).toMatchObject({ is_settling: false, payment_status: 'Failed' })
    expect((await storedBooking(await bookedByRival(booking))).state).toBe('held')
  })

  test('PAY-22: ends with the day when the provider never comes back, and what was paid is settled later all the same', async () => {
    const { booking } = await waiting()
    await afterMinutes(24 * 60 - 2)
    expect((await storedBooking(booking)).state).toBe('held')
    await afterMinutes(24 * 60 + 1)
    expect((await storedBooking(booking)).state).toBe('expired')
    razorpayServer().faults.mend()
    await afterMinutes(24 * 60 + 3)
    expect((await storedBooking(booking)).state).toBe('confirmed')
  })
})
