import { describe, expect, test } from 'vitest'
import { createHourlyBooking, resumePayment } from '#contract/bookings/create-booking.ts'
import { cancelBooking, extendBooking, listExtensions } from '#contract/bookings/manage-ride.ts'
import { updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { CONFLICT_START_HEADER } from '#contract/kit/error-body.ts'
import * as text from '#messages/booking/booking-responses.ts'
import { rideTooLong } from '#messages/booking/booking-responses.ts'

import {
  cannotExtend,
  invalidExtensionHours,
  scooterUnavailableAfterRide
} from '#messages/my-bookings/extend-booking.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { withPropertyRules } from '#tests/helpers/data/property-rules.ts'
import { sql } from '#tests/helpers/servers/app.ts'
import {
  anotherRider,
  bookedByRival,
  bookingRequest,
  claimsOf,
  freeSlot,
  type HeldBooking,
  paidAtBank,
  reportPayment,
  setUpPaymentTests
} from '#tests/server/payments/sample-bookings.ts'
import { endOf, heldExtension, newRide, paidExtension, shift, stateOf } from './sample-extensions.ts'

setUpPaymentTests()

const admin = setUpAdmin()

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

  test('is extended once if its rider asks several times at once', async () => {
    const ride = await newRide()
    const orders = await Promise.all(Array.from({ length: 5 }, () => heldExtension(ride)))
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
    expect(new Set(orders.map(({ order }) => order.razorpay_order_id)).size).toBe(1)
  })

  test('can be extended when its rider has moved to another property', async () => {
    const ride = await newRide()
    await sql('UPDATE users SET property_id = NULL WHERE id = ?', ride.rider.id)
    expect(await stateOf(await paidExtension(ride))).toBe('confirmed')
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

  test('cannot be extended by another rider', async () => {
    const ride = await newRide()
    const stranger = await anotherRider()
    const { status } = await stranger.refusal(listExtensions, { params: { id: ride.id } })
    expect(status).toBe(404)
    expect((await refusedExtension({ ...ride, rider: stranger }, 1)).status).toBe(404)
  })

  test.each([0, 13, 1.5, '2'])('is not extended by %s hours', async hours => {
    const ride = await newRide()
    const refused = await refusedExtension(ride, hours as number)
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.detail)).toContain(invalidExtensionHours)
  })

  test('can be extended across midnight, again and again, up to the limit of the property', async () => {
    const ride = await newRide()
    for (const hours of [11, 12]) await paidExtension(ride, hours)
    expect(await extensionsOf(ride)).toEqual({ choices: [], next_taken: null, reason: 'limit' })
    expect(await refusedExtension(ride, 1)).toMatchObject({ detail: rideTooLong(24), status: 400 })
  })
})

describe('the next ride of the scooter', () => {
  const nextRide = (ride: HeldBooking, hours: number) => bookedByRival({ ...ride, start_time: endOf(ride, hours) })

  test('limits the choices, and the rider reads when it starts', async () => {
    const ride = await newRide()
    await nextRide(ride, 3)
    const { choices, next_taken } = await extensionsOf(ride)
    expect(choices.map(({ hours }) => hours)).toEqual([1, 2])
    expect(next_taken).toBe(endOf(ride, 3))
  })

  test('leaves no choice if it starts at once, and refuses the extension as a conflict', async () => {
    const ride = await newRide()
    const next = await nextRide(ride, 1)
    expect(await extensionsOf(ride)).toEqual({ choices: [], next_taken: endOf(ride), reason: 'taken' })
    const refused = await refusedExtension(ride, 2)
    expect(refused).toMatchObject({ detail: text.bookingConflict, status: 400 })
    expect(refused.headers.get(CONFLICT_START_HEADER)).toBe(new Date(next.start_time).toISOString())
  })

  test('of the same rider on another scooter limits the choices too', async () => {
    const ride = await newRide()
    const other = await freeSlot()
    const order = await ride.rider.call(createHourlyBooking, bookingRequest({ ...other, start_time: endOf(ride, 2) }))
    const booking = { ...ride, id: order.session_id, order }
    await reportPayment(booking, paidAtBank(booking))
    expect((await extensionsOf(ride)).choices.map(({ hours }) => hours)).toEqual([1])
    expect(await refusedExtension(ride, 2)).toMatchObject({ detail: text.overlappingOwnRide, status: 400 })
  })

  test('keeps the buffer of the property before it', async () => {
    const ride = await newRide()
    await nextRide(ride, 3)
    await withPropertyRules([admin, ride.rider.property_id], { buffer_minutes: 60 }, async () => {
      const { choices, next_taken } = await extensionsOf(ride)
      expect([choices.map(({ hours }) => hours), next_taken]).toEqual([[1], endOf(ride, 2)])
      expect(await refusedExtension(ride, 2)).toMatchObject({ detail: text.bookingConflict, status: 400 })
      expect(await stateOf(await paidExtension(ride))).toBe('confirmed')
    })
  })

  test('is not booked if the extension is, when both are requested at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ride = await newRide()
      const rival = await anotherRider()
      const taken = { ...ride, rider: rival, start_time: endOf(ride) }
      const [extended, booked] = await Promise.allSettled([heldExtension(ride), bookedByRival(taken)])
      expect([extended.status, booked.status].sort()).toEqual(['fulfilled', 'rejected'])
    }
  })
})

describe('the longest ride of the property', () => {
  test('limits the choices', async () => {
    const ride = await newRide()
    await withPropertyRules([admin, ride.rider.property_id], { max_ride_hours: 3 }, async () => {
      expect((await extensionsOf(ride)).choices.map(({ hours }) => hours)).toEqual([1, 2])
      expect(await refusedExtension(ride, 3)).toMatchObject({ detail: rideTooLong(3), status: 400 })
    })
  })
})

describe('a ride that is over', () => {
  test('can be extended from its old end, for less than an hour after it', async () => {
    const ride = await newRide()
    await shift(ride, null, { endedMinutesAgo: 20 })
    const { choices } = await extensionsOf(ride)
    expect(choices[0]?.hours).toBe(1)
    expect(await stateOf(await paidExtension(ride))).toBe('confirmed')
  })

  test('cannot be extended later', async () => {
    const ride = await newRide()
    await shift(ride, null, { endedMinutesAgo: 90 })
    expect(await extensionsOf(ride)).toEqual({ choices: [], next_taken: null, reason: 'over' })
    expect(await refusedExtension(ride, 2)).toMatchObject({ detail: cannotExtend, status: 400 })
  })

  test('cannot be extended once it was returned', async () => {
    const ride = await newRide()
    await sql('UPDATE bookings SET returned_at = end_at WHERE id = ?', ride.id)
    expect(await refusedExtension(ride, 2)).toMatchObject({ detail: cannotExtend, status: 400 })
  })

  test('cannot be extended if its scooter goes into maintenance', async () => {
    const ride = await newRide()
    await admin.call(updateScooter, { body: { status: 'Maintenance' }, params: { id: ride.scooter.id } })
    expect(await extensionsOf(ride)).toMatchObject({ choices: [], reason: 'maintenance' })
    expect(await refusedExtension(ride, 2)).toMatchObject({ detail: scooterUnavailableAfterRide, status: 400 })
  })
})
