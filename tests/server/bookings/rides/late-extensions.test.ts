import { describe, expect, test } from 'vitest'
import { cancelBooking, previewCancellation } from '#contract/bookings/manage-ride.ts'
import { deleteRider } from '#contract/riders/admin-riders.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import {
  bookedByRival,
  claimsOf,
  deliver,
  eventOf,
  expireHold,
  paidAtBank,
  refundsOf,
  reportPayment,
  setUpPaymentTests
} from '#tests/server/payments/sample-bookings.ts'
import { heldExtension, newRide, shift, stateOf } from './sample-extensions.ts'

setUpPaymentTests()

const admin = setUpAdmin()

describe('an extension whose payment comes late', () => {
  test('is confirmed after its hold has expired, while the time is free', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride)
    await expireHold(extension)
    await reportPayment(extension, paidAtBank(extension))
    expect(await stateOf(extension)).toBe('confirmed')
  })

  test('is refunded if somebody else has the time', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride)
    await expireHold(extension)
    await bookedByRival(extension)
    await deliver(eventOf('payment.captured', paidAtBank(extension)))
    expect(await stateOf(extension)).toBe('refund_due')
    expect(await refundsOf(extension)).toMatchObject([{ paise: 5000, reason: 'slot_lost' }])
    expect(await stateOf(ride)).toBe('confirmed')
  })

  test('is refunded if the ride was cancelled', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride)
    const { refund } = await ride.rider.call(previewCancellation, { params: { id: ride.id } })
    await ride.rider.call(cancelBooking, { body: { amount: refund }, params: { id: ride.id } })
    expect(await stateOf(extension)).toBe('released')
    expect(await claimsOf(extension)).toEqual([])
    await deliver(eventOf('payment.captured', paidAtBank(extension)))
    expect(await stateOf(extension)).toBe('refund_due')
    expect(await refundsOf(extension)).toMatchObject([{ paise: 5000 }])
  })

  test('is confirmed after the ride has ended, until its own end', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride)
    await shift(ride, extension, { endedMinutesAgo: 30 })
    await expireHold(extension)
    await deliver(eventOf('payment.captured', paidAtBank(extension)))
    expect(await stateOf(extension)).toBe('confirmed')
  })

  test('is refunded if the rider was deleted after the ride', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride)
    await shift(ride, extension, { endedMinutesAgo: 20 })
    await expireHold(extension)
    await admin.call(deleteRider, { params: { id: ride.rider.id } })
    await deliver(eventOf('payment.captured', paidAtBank(extension)))
    expect(await stateOf(extension)).toBe('cancelled')
    expect(await refundsOf(extension)).toMatchObject([{ paise: 5000 }])
  })

  test('is refunded after its own end', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride)
    await shift(ride, extension, { endedMinutesAgo: 90 })
    await expireHold(extension)
    await deliver(eventOf('payment.captured', paidAtBank(extension)))
    expect(await stateOf(extension)).toBe('refund_due')
  })
})
