import { describe, expect, test } from 'vitest'
import { resumePayment } from '#contract/bookings/create-booking.ts'
import { cancelBooking, extendBooking, listExtensions } from '#contract/bookings/manage-ride.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import {
  claimsOf,
  type HeldBooking,
  paidAtBank,
  reportPayment,
  setUpPaymentTests
} from '#tests/server/payments/sample-bookings.ts'
import { endOf, heldExtension, newRide, stateOf } from './rides-under-way.ts'

setUpPaymentTests()

const extensionsOf = ({ id, rider }: HeldBooking) => rider.call(listExtensions, { params: { id } })

const refusedExtension = ({ id, rider }: HeldBooking, hours: number) =>
  rider.refusal(extendBooking, { body: { hours }, params: { id } })

describe('a paid ride', () => {
  test('can be extended by up to 12 hours, for what booking all hours at once costs more', async () => {
    const ride = await newRide()
    const { choices, reason } = await extensionsOf(ride)
    expect(reason).toBeNull()
    expect(choices.map(({ hours }) => hours)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    // 50 a first hour, 140 three, 270 six and 500 twelve.
    expect(choices.slice(0, 5).map(({ amount }) => amount)).toEqual([50, 90, 140, 190, 220])
    expect(choices[0]?.end_time).toBe(endOf(ride, 2))
  })

  test('keeps its end until the extension is paid, and then ends later', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride, 2)
    expect(extension.order.amount).toBe(9000)
    expect(await stateOf(extension)).toBe('held')
    expect(await claimsOf(extension)).toHaveLength(4)
    await reportPayment(extension, paidAtBank(extension))
    expect(await stateOf(extension)).toBe('confirmed')
    expect((await extensionsOf(ride)).choices[0]).toEqual({ amount: 50, end_time: endOf(ride, 4), hours: 1 })
  })

  test('has an extension that can be resumed and cancelled like any hold', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride)
    const { rider } = ride
    expect((await rider.call(resumePayment, { params: { id: extension.id } })).razorpay_order_id).toBe(
      extension.order.razorpay_order_id
    )
    await rider.call(cancelBooking, { body: {}, params: { id: extension.id } })
    expect(await stateOf(extension)).toBe('released')
    expect(await stateOf(ride)).toBe('confirmed')
  })

  test.each([0, 13, 1.5, '2'])('is not extended by %s hours', async hours => {
    const ride = await newRide()
    const refused = await refusedExtension(ride, hours as number)
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.detail)).toContain(manageRideText.invalidExtensionHours)
  })
})
