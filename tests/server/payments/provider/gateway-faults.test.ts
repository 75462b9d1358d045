import { describe, expect, test } from 'vitest'
import { createHourlyBooking, resumePayment } from '#contract/bookings/create-booking.ts'
import { cancelBooking } from '#contract/bookings/manage-ride.ts'
import { DISMISSED_BY_RIDER, recordPaymentFailure } from '#contract/payments/orders.ts'
import { SETTLING_HOLD_SECONDS } from '#domain/constants.ts'
import * as bookingResponses from '#messages/booking/booking-responses.ts'
import * as paymentResponses from '#messages/payments/payment-responses.ts'
import { app, sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import type { Fault } from '#tests/razorpay/faults.ts'
import {
  afterMinutes,
  anotherRider,
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
  providerRefunds,
  reportPayment,
  setUpPaymentTests,
  storedBooking
} from '#tests/server/payments/sample-bookings.ts'

setUpPaymentTests()

const bookingsOf = ({ scooter }: Pick<HeldBooking, 'scooter'>) =>
  sql<{ id: string; state: string }>('SELECT id, state FROM bookings WHERE scooter_id = ?', scooter.id)

const orderRequests = () => razorpayServer().faults.requestsOf('createOrder').length

describe('creating an order at the provider', () => {
  const faults: Fault[] = [
    'timeout',
    'reset',
    'busy',
    'error',
    'html',
    'malformed',
    'unexpected',
    'wrong_amount',
    'wrong_currency'
  ]

  test.each(faults)('answers 502 with a sentence and frees the slot at once: %s', async fault => {
    const slot = await freeSlot()
    razorpayServer().faults.fail('createOrder', fault)
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

  test('is retried when the provider is busy for a moment, and the rider does not notice', async () => {
    const before = orderRequests()
    razorpayServer().faults.fail('createOrder', 'busy', 2)
    const booking = await holdScooter()
    expect(orderRequests() - before).toBe(3)
    expect((await storedBooking(booking)).state).toBe('held')
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

test('happens once for twenty identical requests at once, however slow it is', async () => {
  const slot = await freeSlot()
  const before = orderRequests()
  const bookSlot = () => slot.rider.call(createHourlyBooking, bookingRequest(slot))
  razorpayServer().faults.fail('createOrder', 'slow', 1)
  const orders = Array.from({ length: 20 }, bookSlot)
  await expect.poll(() => razorpayServer().faults.isWaitedFor()).toBe(true)
  // This later request finishes only after the earlier ones have started.
  await holdScooter(await anotherRider())
  razorpayServer().faults.release()
  const created = (await Promise.all(orders)).map(order => `${order.session_id} ${order.razorpay_order_id}`)
  expect(new Set(created).size).toBe(1)
  expect([(await bookingsOf(slot)).length, orderRequests() - before]).toEqual([1, 2])
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

  test('keeps its slot, and the rider is not asked to pay again', async () => {
    const { booking } = await reportWhileDown()
    const rival = await anotherRider()
    const conflict = await rival.refusal(createHourlyBooking, bookingRequest(booking))
    expect(conflict).toMatchObject({ detail: bookingResponses.bookingConflict, status: 400 })
    const { rider } = booking
    const params = { params: { id: booking.id } }
    expect(await rider.refusal(resumePayment, params)).toMatchObject({
      detail: paymentResponses.beingConfirmed,
      status: 400
    })
    expect(await rider.refusal(cancelBooking, { body: {}, ...params })).toMatchObject({
      detail: paymentResponses.beingConfirmed,
      status: 400
    })
    expect((await rider.refusal(createHourlyBooking, bookingRequest(booking))).status).toBe(400)
    await rider.call(recordPaymentFailure, {
      body: { error_description: DISMISSED_BY_RIDER, session_id: booking.id }
    })
    await app.runMinute()
    expect(await bookingSeenByRider(booking)).toMatchObject({ is_settling: true, payment_status: 'Pending' })
  })

  test('is Completed by the cron as soon as the provider is up', async () => {
    const { booking, receipt } = await reportWhileDown()
    await afterMinutes(20)
    expect(await bookingSeenByRider(booking)).toMatchObject({ is_settling: true, payment_status: 'Pending' })
    razorpayServer().faults.clear()
    await afterMinutes(21)
    expect(await bookingSeenByRider(booking)).toMatchObject({ is_settling: false, otp_pin: booking.scooter.otp_pin })
    expect(await reportPayment(booking, receipt)).toMatchObject({ message: paymentResponses.confirmed, success: true })
    expect(providerRefunds(booking)).toEqual([])
  })

  test('is Completed when the browser reports it again, too', async () => {
    const { booking, receipt } = await reportWhileDown()
    razorpayServer().faults.clear()
    expect(await reportPayment(booking, receipt)).toMatchObject({ payment_status: 'Completed', success: true })
    expect((await storedBooking(booking)).settling).toBe(0)
  })

  test('returns its hold to the old deadline if it turns out failed before that', async () => {
    const { before, booking } = await reportWhileDown({ outcome: 'failed' })
    razorpayServer().faults.clear()
    await afterMinutes(0)
    const { hold_until } = before
    expect(await storedBooking(booking)).toMatchObject({ hold_until, settling: 0, state: 'held' })
    expect(await claimsOf(booking)).toEqual([{ hold_until }, { hold_until }])
    const order = await booking.rider.call(resumePayment, { params: { id: booking.id } })
    expect(order.razorpay_order_id).toBe(booking.order.razorpay_order_id)
  })

  test('frees its slot if it turns out failed after the deadline', async () => {
    const { booking } = await reportWhileDown({ outcome: 'failed' })
    await sql(
      'UPDATE bookings SET created_at = created_at - 7200, held_since = held_since - 7200 WHERE id = ?',
      booking.id
    )
    razorpayServer().faults.clear()
    await afterMinutes(0)
    await afterMinutes(1)
    expect(await bookingSeenByRider(booking)).toMatchObject({ is_settling: false, payment_status: 'Failed' })
    expect((await storedBooking(await bookedByRival(booking))).state).toBe('held')
  })

  test('ends after a day if the provider stays down, and an actual payment is still settled later', async () => {
    const { booking } = await reportWhileDown()
    await afterMinutes(24 * 60 - 2)
    expect((await storedBooking(booking)).state).toBe('held')
    await afterMinutes(24 * 60 + 1)
    expect((await storedBooking(booking)).state).toBe('expired')
    razorpayServer().faults.clear()
    await afterMinutes(24 * 60 + 3)
    expect((await storedBooking(booking)).state).toBe('confirmed')
  })
})
