import { describe, expect, test } from 'vitest'
import { listActivity } from '#contract/activity/activity.ts'
import { listAllBookings, returnRideAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { createHourlyBooking, getAvailability } from '#contract/bookings/create-booking.ts'
import { cancelBooking, previewReturn, returnRide } from '#contract/bookings/manage-ride.ts'
import { listAllScooters } from '#contract/catalogue/admin-scooters.ts'
import { getStats } from '#contract/overview/stats.ts'
import { CELL_SECONDS } from '#domain/bookings/slots.ts'
import { dayOf } from '#domain/time/india-time.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { withPropertyRules } from '#tests/helpers/data/property-rules.ts'
import {
  anotherRider,
  bookingSeenByRider,
  holdScooter,
  paidRide,
  refundsOf,
  setUpPaymentTests
} from '#tests/server/payments/sample-bookings.ts'
import { cellsOfRow, extend, nowSeconds, type Ride, rideUnderWay, storedRow } from './rides-under-way.ts'

setUpPaymentTests()

const admin = setUpAdmin()

const end = ({ rider }: Ride, id: string) => rider.call(returnRide, { body: {}, params: { id } })
const refusedEnd = ({ id, rider }: Ride) => rider.refusal(returnRide, { body: {}, params: { id } })
const preview = ({ id, rider }: Ride) => rider.call(previewReturn, { params: { id } })
const secondsOf = (iso: string) => Date.parse(iso) / 1000

/** The first start that riders can book. */
const nextStart = () => new Date((Math.floor(nowSeconds() / CELL_SECONDS) + 2) * CELL_SECONDS * 1000)

describe('a rider who returns the scooter early', () => {
  test('sees no PIN from then on, and the real end', async () => {
    const ride = await rideUnderWay()
    expect((await bookingSeenByRider(ride))?.otp_pin).toBe(ride.scooter.otp_pin)
    const { end_time } = await end(ride, ride.id)
    expect(await bookingSeenByRider(ride)).toMatchObject({
      end_time,
      otp_pin: null,
      payment_status: 'Completed',
      returned_at: end_time
    })
  })

  test('leaves the scooter to another rider, who can book the next free half hour at once', async () => {
    const ride = await rideUnderWay()
    const rival = await anotherRider()
    const start_time = nextStart().toISOString()
    const request = { body: { duration_hours: 1, scooter_id: ride.scooter.id, start_time } as const }
    expect(await rival.refusal(createHourlyBooking, request)).toMatchObject({ detail: bookingText.bookingConflict })
    const { end_time } = await end(ride, ride.id)
    const day = { params: { id: ride.scooter.id }, query: { date: dayOf(new Date()) } }
    expect((await rival.call(getAvailability, day)).busy.map(busy => busy.end_time)).toEqual([end_time])
    await rival.call(createHourlyBooking, request)
  })

  test('is no longer shown to admins as under way', async () => {
    const ride = await rideUnderWay()
    const statusOf = async () =>
      (await admin.call(listAllScooters, { query: { q: ride.scooter.name } })).find(({ id }) => id === ride.scooter.id)
    const { active_bookings } = await admin.call(getStats)
    expect(await statusOf()).toMatchObject({ booked_until: expect.any(String), rides_ahead: 1 })
    const { end_time } = await end(ride, ride.id)
    expect((await admin.call(getStats)).active_bookings).toBe(active_bookings - 1)
    expect(await statusOf()).toMatchObject({ booked_until: null, rides_ahead: 0 })
    expect(await admin.call(listAllBookings, { query: { scooter_id: ride.scooter.id } })).toMatchObject([
      { end_time, payment_status: 'Completed' }
    ])
  })

  test('gets a refusal before the start, or for a booking that is not confirmed, and nothing changes', async () => {
    const ride = await paidRide()
    expect(await refusedEnd(ride)).toMatchObject({ detail: bookingText.rideNotStarted, status: 400 })
    expect(await ride.rider.refusal(previewReturn, { params: { id: ride.id } })).toMatchObject({ status: 400 })
    await ride.rider.call(cancelBooking, { body: { amount: 50 }, params: { id: ride.id } })
    const held = await holdScooter()
    for (const booking of [ride, held]) {
      const refusal = await booking.rider.refusal(returnRide, { body: {}, params: { id: booking.id } })
      expect(refusal).toMatchObject({ detail: bookingText.cannotReturn, status: 400 })
    }
    expect(await storedRow(ride.id)).toMatchObject({ returned_at: null })
  })
})

/** Its property refunds this share of a late cancellation. */
async function rideWithShare(late_cancel_percent: number, from: number, to: number) {
  const { property_id } = await anotherRider()
  return withPropertyRules([admin, property_id], { late_cancel_percent }, () => rideUnderWay(from, to))
}

describe('the return of an extended ride', () => {
  test('ends the part that runs, cancels the parts that have not begun with a refund of the share, and frees their time', async () => {
    const ride = await rideWithShare(50, -6, -2)
    const running = await extend(ride, { minutes: 120 })
    const ahead = [await extend(ride), await extend(ride, { minutes: 120 })] as const
    // The first starts within the hour, which is late. The second is free to cancel.
    expect(await preview(ride)).toEqual({ refund: 25 + 50 })
    const first = await end(ride, running)
    expect(first).toMatchObject({ refund: 75 })
    expect(await storedRow(ride.id)).toMatchObject({ booked_end_at: null, revision: 1, state: 'confirmed' })
    const { end_at } = await storedRow(running)
    expect(secondsOf(first.end_time)).toBe(end_at)
    expect(await storedRow(running)).toMatchObject({ returned_at: null, state: 'confirmed' })
    expect(await storedRow(ahead[0])).toMatchObject({ cancelled_by: 'rider', refund_percent: 50, state: 'cancelled' })
    expect(await storedRow(ahead[1])).toMatchObject({ cancelled_by: 'rider', refund_percent: 100, state: 'cancelled' })
    expect(await refundsOf({ id: ahead[0] })).toMatchObject([{ paise: 2500, reason: 'cancelled', status: 'due' }])
    expect(await refundsOf({ id: ahead[1] })).toMatchObject([{ paise: 5000, reason: 'cancelled', status: 'due' }])
    expect(await Promise.all(ahead.map(cellsOfRow))).toEqual([[], []])
    expect(await end(ride, ahead[1])).toEqual(first)
    expect(await Promise.all(ahead.map(id => refundsOf({ id })))).toMatchObject([{ length: 1 }, { length: 1 }])
  })
})

describe('an admin who ends a ride', () => {
  const endAsAdmin = (id: string, reason = 'The rider called') =>
    admin.call(returnRideAsAdmin, { body: { reason }, params: { id } })
  const activityOf = async ({ id }: { id: string }) =>
    (await admin.call(listActivity, { query: {} })).filter(({ subject }) => subject === id)

  test('ends it as the rider would, and the activity log keeps the reason, once', async () => {
    const ride = await rideWithShare(50, -6, 2)
    const ahead = await extend(ride)
    const ended = await endAsAdmin(ride.id)
    expect(ended).toMatchObject({ id: ride.id, payment_status: 'Completed' })
    expect(secondsOf(ended.end_time)).toBe((await storedRow(ride.id)).returned_at)
    expect(await storedRow(ahead)).toMatchObject({ cancelled_by: 'admin', refund_percent: 50, state: 'cancelled' })
    expect(await endAsAdmin(ahead)).toMatchObject({ id: ahead, payment_status: 'Cancelled' })
    expect(await endAsAdmin(ride.id, 'Again')).toEqual(ended)
    expect(await activityOf(ride)).toMatchObject([{ action: 'return_ride', detail: 'The rider called' }])
    expect(await activityOf({ id: ahead })).toEqual([])
  })

  test('gives a reason, and only for a ride that has begun', async () => {
    const [ahead, running] = [await paidRide(), await rideUnderWay()]
    const refused = (id: string, reason: string) =>
      admin.refusal(returnRideAsAdmin, { body: { reason }, params: { id } })
    expect(await refused(running.id, ' ')).toMatchObject({ detail: [{ msg: formsText.reasonRequired }], status: 422 })
    expect(await refused(ahead.id, 'x')).toMatchObject({ detail: adminBookingsText.rideNotUnderWay, status: 409 })
    expect((await refused('x', 'x')).status).toBe(404)
    expect(await storedRow(running.id)).toMatchObject({ returned_at: null })
    expect(await activityOf(ahead)).toEqual([])
  })
})
