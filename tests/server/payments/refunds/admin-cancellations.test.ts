import { describe, expect, test } from 'vitest'
import { cancelBookingAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { bookingEnded } from '#messages/admin/bookings.ts'
import * as text from '#messages/admin/payments/refunds.ts'
import * as bookingResponses from '#messages/booking/booking.ts'
import * as paymentResponses from '#messages/payments/payments.ts'
import { setUpAdmin, signedInAdmin } from '#tests/helpers/data/people.ts'
import { insertBooking } from '#tests/helpers/data/rows.ts'
import { setRideTimes } from '#tests/helpers/data/stored-state.ts'
import { send, sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import {
  afterMinutes,
  bookedByRival,
  bookingSeenByRider,
  claimsOf,
  deliver,
  eventOf,
  holdScooter,
  paidAtBank,
  paidRide,
  providerRefunds,
  refundsOf,
  reportPayment,
  setUpPaymentTests,
  storedBooking
} from '#tests/server/payments/sample-bookings.ts'
import { activityOf, cancelling } from './admin-requests.ts'

setUpPaymentTests()

const admin = setUpAdmin()

describe('an admin who cancels a booking', () => {
  test('cancels a paid one: its payment is refunded once, its slot is free, the rider sees it, and it is logged', async () => {
    const ride = await paidRide()
    const answer = await admin.call(cancelBookingAsAdmin, cancelling(ride, 50))
    expect(answer).toMatchObject({ amount: 50, id: ride.id, payment_status: 'Cancelled' })
    expect(await bookingSeenByRider(ride)).toMatchObject({
      otp_pin: null,
      payment_status: 'Cancelled',
      refund: 50,
      refund_status: 'pending'
    })
    expect((await bookedByRival(ride)).id).not.toBe(ride.id)
    await afterMinutes(0)
    expect(providerRefunds(ride)).toMatchObject([{ amount: 5000 }])
    expect(await activityOf(ride.id)).toEqual([{ action: 'cancel_booking', admin_id: admin.id, detail: null }])
  })

  test('cancels a hold without a refund; a later payment for it is refunded', async () => {
    const stay = await holdScooter()
    await admin.call(cancelBookingAsAdmin, cancelling(stay, 0))
    expect([await claimsOf(stay), await refundsOf(stay)]).toEqual([[], []])
    expect(await bookingSeenByRider(stay)).toMatchObject({ payment_status: 'Cancelled', refund: null })
    const answer = await reportPayment(stay, paidAtBank(stay))
    expect(answer).toMatchObject({
      message: paymentResponses.paymentBeingRefunded,
      payment_status: 'Cancelled',
      success: false
    })
    await afterMinutes(0)
    expect([providerRefunds(stay).length, (await activityOf(stay.id)).length]).toEqual([1, 1])
    expect(await bookingSeenByRider(stay)).toMatchObject({ payment_status: 'Cancelled', refund: 50 })
  })

  test('cancels a hold that waits for the provider, and its payment is refunded', async () => {
    const stay = await holdScooter()
    razorpayServer().faults.fail('fetchPayment', 'error')
    const receipt = paidAtBank(stay)
    await reportPayment(stay, receipt)
    await admin.call(cancelBookingAsAdmin, cancelling(stay, 0))
    razorpayServer().faults.clear()
    await deliver(eventOf('payment.captured', receipt))
    await afterMinutes(0)
    expect([providerRefunds(stay).length, (await storedBooking(stay)).state]).toEqual([1, 'cancelled'])
  })

  test('cancels a hold that waits for the provider after its time, too', async () => {
    const stay = await holdScooter()
    razorpayServer().faults.fail('fetchPayment', 'error')
    await reportPayment(stay, paidAtBank(stay))
    await sql('UPDATE bookings SET hold_until = unixepoch() - 60 WHERE id = ?', stay.id)
    const answer = await admin.call(cancelBookingAsAdmin, cancelling(stay, 0))
    razorpayServer().faults.clear()
    expect([answer?.payment_status, await claimsOf(stay)]).toEqual(['Cancelled', []])
  })

  test('gets the same answer again if the first one was lost, and nothing more is logged', async () => {
    for (const [create, amount] of [
      [holdScooter, 0],
      [paidRide, 50]
    ] as const) {
      const booking = await create()
      const request = cancelling(booking, amount)
      const [first, again] = [
        await admin.call(cancelBookingAsAdmin, request),
        await admin.call(cancelBookingAsAdmin, request)
      ]
      expect([again, (await activityOf(booking.id)).length]).toEqual([first, 1])
    }
  })

  test('cancels a ride that is over, after a complaint', async () => {
    const ride = await paidRide()
    await setRideTimes(ride.id, { end: 200_003_600, start: 200_000_000 })
    await admin.call(cancelBookingAsAdmin, cancelling(ride, 50))
    await afterMinutes(0)
    expect(providerRefunds(ride)).toHaveLength(1)
  })

  const ended = ['cancelled', 'expired', 'refunded'] as const
  test.each(ended)('gets 409 for one that is %s already, and nothing is logged', async state => {
    const stay = await holdScooter()
    const at = new Date(1_900_000_000_000)
    const end = new Date(1_900_003_600_000)
    const { id } = await insertBooking({ end, scooter_id: stay.scooter.id, start: at, state, user_id: stay.rider.id })
    if (state === 'refunded') await sql('UPDATE bookings SET payment_id = NULL WHERE id = ?', id)
    const refusals = await Promise.all(
      [0, 50].map(amount => admin.refusal(cancelBookingAsAdmin, cancelling({ id }, amount)))
    )
    expect(refusals).toMatchObject([0, 50].map(() => ({ detail: bookingEnded, status: 409 })))
    expect([await activityOf(id), (await storedBooking({ id })).state]).toEqual([[], state])
  })

  test('must send the amount that will be refunded; the amount of before the payment is rejected, too', async () => {
    const ride = await paidRide()
    for (const amount of [0, 49, 51, 5000]) {
      const refusal = await admin.refusal(cancelBookingAsAdmin, cancelling(ride, amount))
      expect(refusal).toMatchObject({ detail: text.amountChanged, status: 409 })
    }
    const stay = await holdScooter()
    expect((await admin.refusal(cancelBookingAsAdmin, cancelling(stay, 50))).status).toBe(409)
    for (const { id } of [ride, stay]) expect(await activityOf(id)).toEqual([])
    expect([(await storedBooking(ride)).state, (await storedBooking(stay)).state]).toEqual(['confirmed', 'held'])
    expect(await refundsOf(ride)).toEqual([])
  })

  test('cancels it once, however many admins do it at once', async () => {
    const ride = await paidRide()
    const other = await signedInAdmin()
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        send(cancelBookingAsAdmin, cancelling(ride, 50), index % 2 === 0 ? admin.token : other.token)
      )
    )
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter(status => status !== 200 && status !== 409)).toEqual([])
    expect(statuses).toContain(200)
    await Promise.all([afterMinutes(0), afterMinutes(0)])
    expect([providerRefunds(ride).length, (await refundsOf(ride)).length, (await activityOf(ride.id)).length]).toEqual([
      1, 1, 1
    ])
  })

  test('while the payer reports the payment gets either a ride or one refund, whichever call wins', async () => {
    for (let round = 0; round < 4; round += 1) {
      const stay = await holdScooter()
      const receipt = paidAtBank(stay)
      const [, { status }] = await Promise.all([
        reportPayment(stay, receipt),
        send(cancelBookingAsAdmin, cancelling(stay, 0), admin.token)
      ])
      const { state } = await storedBooking(stay)
      const refunds = await refundsOf(stay)
      expect([200, 409]).toContain(status)
      expect([state, refunds.length]).toEqual(status === 200 ? ['cancelled', 1] : ['confirmed', 0])
      expect(await activityOf(stay.id)).toHaveLength(refunds.length)
      await afterMinutes(0)
      expect(providerRefunds(stay)).toHaveLength(refunds.length)
    }
  })

  test('gets 404 for an unknown booking', async () => {
    expect(await admin.refusal(cancelBookingAsAdmin, cancelling({ id: 'none' }, 0))).toMatchObject({
      detail: bookingResponses.bookingNotFound,
      status: 404
    })
  })
})
