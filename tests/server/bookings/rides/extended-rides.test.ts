import { describe, expect, test } from 'vitest'
import { cancelBookingAsAdmin, listAllBookings, previewCancellationAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { resumePayment } from '#contract/bookings/create-booking.ts'
import { cancelBooking, extendBooking } from '#contract/bookings/manage-ride.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { deleteProperty, listAllProperties } from '#contract/catalogue/admin-properties.ts'
import { deleteScooter } from '#contract/catalogue/admin-scooters.ts'
import { deleteRider } from '#contract/riders/admin-riders.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import {
  anotherRider,
  bookedByRival,
  deliver,
  eventOf,
  expireHold,
  type HeldBooking,
  paidAtBank,
  refundsOf,
  setUpPaymentTests
} from '#tests/server/payments/sample-bookings.ts'
import { endOf, heldExtension, newRide, paidExtension, shift, stateOf } from './rides-under-way.ts'

setUpPaymentTests()

const admin = setUpAdmin()

describe('an extended ride', () => {
  test('is listed for admins row by row, and cancelled as a whole from any of them', async () => {
    const ride = await newRide()
    const extension = await paidExtension(ride)
    const rows = await admin.call(listAllBookings, { query: { scooter_id: ride.scooter.id } })
    expect(rows.map(({ booking_type, id, ride_id }) => ({ booking_type, id, ride_id }))).toEqual(
      expect.arrayContaining([
        { booking_type: 'hourly', id: ride.id, ride_id: null },
        { booking_type: 'extension', id: extension.id, ride_id: ride.id }
      ])
    )
    const params = { id: extension.id }
    expect(await admin.call(previewCancellationAsAdmin, { params })).toMatchObject({ refund: 100 })
    const refused = await admin.refusal(cancelBookingAsAdmin, { body: { amount: 50 }, params: { id: extension.id } })
    expect(refused.status).toBe(409)
    await admin.call(cancelBookingAsAdmin, { body: { amount: 100 }, params: { id: extension.id } })
    expect([await stateOf(ride), await stateOf(extension)]).toEqual(['cancelled', 'cancelled'])
    expect(await refundsOf(extension)).toMatchObject([{ paise: 5000 }])
  })

  test('counts as one ride where it prevents the deletion of its scooter, property or rider', async () => {
    const ride = await newRide()
    const { property_id } = await anotherRider()
    await paidExtension(ride)
    const properties = await admin.call(listAllProperties, { query: {} })
    const ridesAhead = properties.find(({ id }) => id === property_id)?.rides_ahead ?? 0
    const refused = await Promise.all([
      admin.refusal(deleteScooter, { params: { id: ride.scooter.id } }),
      admin.refusal(deleteProperty, { params: { id: property_id } }),
      admin.refusal(deleteRider, { params: { id: ride.rider.id } })
    ])
    expect(refused.map(({ detail }) => detail)).toEqual([1, ridesAhead, 1].map(formsText.openRidesText))
  })
})

describe('My Bookings', () => {
  const listed = ({ rider }: HeldBooking) => rider.call(listMyBookings, { query: { limit: '20' } })

  test('shows an extended ride as one, with its last end and all that was paid', async () => {
    const ride = await newRide()
    await paidExtension(ride, 2)
    expect(await listed(ride)).toMatchObject([
      { amount: 140, end_time: endOf(ride, 3), extension: null, id: ride.id, payment_status: 'Completed' }
    ])
    expect(await ride.rider.call(listMyBookings)).toHaveLength(1)
  })

  test('shows an unpaid extension with its ride, and nothing of it once it has expired', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride)
    const [booking] = await listed(ride)
    expect(booking).toMatchObject({
      amount: 50,
      end_time: endOf(ride),
      extension: { amount: 50, end_time: endOf(ride, 2), id: extension.id, is_settling: false }
    })
    await expireHold(extension)
    expect(await listed(ride)).toMatchObject([{ extension: null, id: ride.id }])
  })

  test('shows a ride as current while its extension can still be paid', async () => {
    const ride = await newRide()
    await heldExtension(ride)
    await shift(ride, null, { endedMinutesAgo: 20 })
    expect(await listed(ride)).toMatchObject([{ extension: { amount: 50 }, id: ride.id }])
  })

  test('shows an extension that could not be confirmed beside its ride', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride)
    await expireHold(extension)
    await bookedByRival(extension)
    await deliver(eventOf('payment.captured', paidAtBank(extension)))
    const items = await listed(ride)
    expect(items.map(({ id, kind, payment_status, refund }) => ({ id, kind, payment_status, refund }))).toEqual([
      { id: ride.id, kind: null, payment_status: 'Completed', refund: null },
      { id: extension.id, kind: 'extension', payment_status: 'Refunded', refund: 50 }
    ])
  })

  test('shows a cancelled ride as one, with all that is refunded', async () => {
    const ride = await newRide()
    await paidExtension(ride, 2)
    await ride.rider.call(cancelBooking, { body: { amount: 140 }, params: { id: ride.id } })
    expect(await listed(ride)).toMatchObject([
      { amount: 140, end_time: endOf(ride, 3), id: ride.id, payment_status: 'Cancelled', refund: 140 }
    ])
  })
})

const refusedExtension = ({ id, rider }: HeldBooking, hours: number) =>
  rider.refusal(extendBooking, { body: { hours }, params: { id } })

describe('a paid ride', () => {
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
