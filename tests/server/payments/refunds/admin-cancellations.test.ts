import { describe, expect, test } from 'vitest'
import { cancelBookingAsAdmin } from '#contract/bookings/admin-bookings.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { insertBooking } from '#tests/helpers/data/rows.ts'
import { setRideTimes } from '#tests/helpers/data/stored-state.ts'
import { sql } from '#tests/helpers/servers/app.ts'
import {
  afterMinutes,
  bookedByRival,
  bookingSeenByRider,
  claimsOf,
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
      message: paymentsText.paymentBeingRefunded,
      payment_status: 'Cancelled',
      success: false
    })
    await afterMinutes(0)
    expect([providerRefunds(stay).length, (await activityOf(stay.id)).length]).toEqual([1, 1])
    expect(await bookingSeenByRider(stay)).toMatchObject({ payment_status: 'Cancelled', refund: 50 })
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
    expect(refusals).toMatchObject([0, 50].map(() => ({ detail: adminBookingsText.bookingEnded, status: 409 })))
    expect([await activityOf(id), (await storedBooking({ id })).state]).toEqual([[], state])
  })

  test('must send the amount that will be refunded; the amount of before the payment is rejected, too', async () => {
    const ride = await paidRide()
    for (const amount of [0, 49, 51, 5000]) {
      const refusal = await admin.refusal(cancelBookingAsAdmin, cancelling(ride, amount))
      expect(refusal).toMatchObject({ detail: refundsText.amountChanged, status: 409 })
    }
    const stay = await holdScooter()
    expect((await admin.refusal(cancelBookingAsAdmin, cancelling(stay, 50))).status).toBe(409)
    for (const { id } of [ride, stay]) expect(await activityOf(id)).toEqual([])
    expect([(await storedBooking(ride)).state, (await storedBooking(stay)).state]).toEqual(['confirmed', 'held'])
    expect(await refundsOf(ride)).toEqual([])
  })
})
