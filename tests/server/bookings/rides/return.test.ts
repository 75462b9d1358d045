import { describe, expect, test } from 'vitest'
import { listActivity } from '#contract/activity/activity.ts'
import { listAllBookings, returnRideAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { getBookingPayments } from '#contract/bookings/booking-payments.ts'
import { cancelBooking, previewReturn, returnRide } from '#contract/bookings/manage-ride.ts'
import { listAllScooters, updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import { getStats } from '#contract/overview/stats.ts'
import { getToday } from '#contract/staff/today.ts'
import { dayAndTimeText } from '#domain/time/time-texts.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import * as activityText from '#messages/admin/activity.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { setUpAdmin, signedInAdmin } from '#tests/helpers/data/people.ts'
import { withPropertyRules } from '#tests/helpers/data/property-rules.ts'
import { insertProperty } from '#tests/helpers/data/rows.ts'
import { app, sql } from '#tests/helpers/servers/app.ts'
import {
  afterMinutes,
  anotherRider,
  bookingSeenByRider,
  holdScooter,
  paidRide,
  setUpPaymentTests
} from '#tests/server/payments/sample-bookings.ts'
import { extend, type Ride, rideUnderWay, storedRow } from './rides-under-way.ts'

setUpPaymentTests()

const admin = setUpAdmin()

const end = ({ rider }: Ride, id: string) => rider.call(returnRide, { body: {}, params: { id } })

const refusedEnd = ({ id, rider }: Ride) => rider.refusal(returnRide, { body: {}, params: { id } })

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS)

const secondsOf = (iso: string) => Date.parse(iso) / 1000

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

  async function paidLongAgo(ride: Ride): Promise<Ride> {
    await sql('UPDATE bookings SET paid_at = 0 WHERE id = ?', ride.id)
    return ride
  }

  test('later than the press ends it on arrival, and the log has the time of the press', async () => {
    const ride = await paidLongAgo(await rideUnderWay())
    const pressed = inMinutes(-20)
    const body = { pressed_at: pressed.toISOString(), reason: 'Seen', scooter_id: ride.scooter.id }
    const before = Math.floor(Date.now() / 1000)
    const ended = await admin.call(returnRideAsAdmin, { body, params: { id: ride.id } })
    expect((await storedRow(ride.id)).returned_at).toBeGreaterThanOrEqual(before)
    expect(await pressOf(ride)).toBeNull()
    const detail = `Seen · ${activityText.pressedText(dayAndTimeText(pressed, new Date()))}`
    expect(await activityOf(ride)).toMatchObject([{ action: 'return_ride', detail }])
    expect(await admin.call(returnRideAsAdmin, { body, params: { id: ride.id } })).toEqual(ended)
    expect(await activityOf(ride)).toHaveLength(1)
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

/** A ride that ended less than half an hour ago. */
const endedRide = () => rideUnderWay(-4, 0)

/** A ride that ended between 60 and 90 minutes ago. */
const earlierRide = () => rideUnderWay(-6, -2)

type AtProperty = Ride & { property_id: string }

/** Moves the ride to a property of its own. */
async function atProperty(ride: Ride): Promise<AtProperty> {
  const { id } = await insertProperty()
  await sql('UPDATE bookings SET property_id = ?2 WHERE id = ?1', ride.id, id)
  await sql('UPDATE scooters SET property_id = ?2 WHERE id = ?1', ride.scooter.id, id)
  return { ...ride, property_id: id }
}

async function confirming(ride: Ride): Promise<AtProperty> {
  const moved = await atProperty(ride)
  await admin.call(updatePropertyRules, { body: { return_mode: 'confirmed' }, params: { id: moved.property_id } })
  return moved
}

const lateRide = async () => confirming(await earlierRide())

const give = (ride: Ride, pressed_at: string) =>
  ride.rider.call(returnRide, { body: { pressed_at }, params: { id: ride.id } })

const pressOf = async ({ id }: Ride) =>
  (await sql<{ pressed: number | null }>('SELECT return_pressed_at AS pressed FROM bookings WHERE id = ?', id))[0]
    ?.pressed

const returnedAt = async ({ id }: Ride) => (await storedRow(id)).returned_at

const listed = (query: Record<string, string>, { call } = admin) => call(listAllBookings, { query })

const seenByAdmin = async ({ id, scooter }: Ride) =>
  (await listed({ scooter_id: scooter.id })).find(booking => booking.id === id)

const isPinShown = async (id: string) => (await admin.call(getBookingPayments, { params: { id } })).has_pin

const idsOf = (bookings: readonly { id: string }[]) => bookings.map(({ id }) => id)

const lateAt = async ({ property_id }: AtProperty) => idsOf(await listed({ late: '1', property_id }))

const dayAt = ({ property_id }: AtProperty) => admin.call(getToday, { query: { property_id } })

const homeOf = async ({ rider }: Ride) =>
  (await app.fetch('/', { headers: { cookie: `userType=user; session=${rider.token}` } })).text()

describe('a ride that has ended and was not returned', () => {
  test('shows its PIN to its rider and the desk for an hour, and that nobody has returned it', async () => {
    const ride = await endedRide()
    const seen = await bookingSeenByRider(ride)
    expect(seen).toMatchObject({ otp_pin: ride.scooter.otp_pin, payment_status: 'Completed' })
    expect(secondsOf(seen?.return_until ?? '')).toBe(secondsOf(seen?.end_time ?? '') + 3600)
    expect(await seenByAdmin(ride)).toMatchObject({ is_unreturned: true })
    expect(await isPinShown(ride.id)).toBe(true)
    await give(ride, new Date().toISOString())
    expect(await bookingSeenByRider(ride)).toMatchObject({ otp_pin: null, return_until: null })
    expect(await seenByAdmin(ride)).toMatchObject({ is_unreturned: false })
    expect(await isPinShown(ride.id)).toBe(false)
  })

  test('shows no PIN once the scooter has another one', async () => {
    const ride = await endedRide()
    await admin.call(updateScooter, { body: { otp_pin: '135790' }, params: { id: ride.scooter.id } })
    const seen = await bookingSeenByRider(ride)
    expect(seen?.otp_pin).toBeNull()
    expect(seen?.return_until).not.toBeNull()
  })

  test('shows nothing more once the next ride of its scooter has begun', async () => {
    const ride = await endedRide()
    await rideUnderWay(0, 2, ride.scooter.id)
    expect(await bookingSeenByRider(ride)).toMatchObject({ otp_pin: null, return_until: null })
  })
})

describe('a late ride', () => {
  test('has its PIN for its rider and the desk until it is returned', async () => {
    const ride = await lateRide()
    await afterMinutes(0)
    expect(await isPinShown(ride.id)).toBe(true)
    expect(await bookingSeenByRider(ride)).toMatchObject({ is_late: true, otp_pin: ride.scooter.otp_pin })
    expect(await homeOf(ride)).toContain('/my-bookings#return')
    await ride.rider.call(returnRide, { body: {}, params: { id: ride.id } })
    expect(await returnedAt(ride)).not.toBeNull()
    expect(await bookingSeenByRider(ride)).toMatchObject({ otp_pin: null, return_until: null })
    expect((await bookingSeenByRider(ride))?.is_late).toBeUndefined()
  })

  test('is found by the filter of the bookings, by the row with which it ends', async () => {
    const ride = await confirming(await rideUnderWay(-6, -4))
    const extension = await extend(ride)
    expect(await lateAt(ride)).toEqual([extension])
    expect([await isPinShown(ride.id), await isPinShown(extension)]).toEqual([true, true])
    const rows = await listed({ scooter_id: ride.scooter.id })
    expect(rows.map(({ id, is_late, is_unreturned }) => [id, is_late, is_unreturned])).toEqual([
      [extension, true, true],
      [ride.id, undefined, false]
    ])
    expect(await lateAt(await confirming(await rideUnderWay()))).toEqual([])
    expect((await admin.refusal(listAllBookings, { query: { late: 'yes' } })).status).toBe(422)
  })

  test('is returned by the staff without a reason, also by caretakers, who see it on Today', async () => {
    const ride = await lateRide()
    const caretaker = await signedInAdmin('caretaker', [ride.property_id])
    expect((await caretaker.call(getToday, { query: {} })).rides).toMatchObject([{ id: ride.id, is_late: true }])
    const returned = await caretaker.call(returnRideAsAdmin, { body: { reason: '' }, params: { id: ride.id } })
    expect(returned).toMatchObject({ amount: null, is_unreturned: false, user_email: '' })
    expect(await returnedAt(ride)).not.toBeNull()
    expect(await sql("SELECT detail FROM audits WHERE action = 'return_ride' AND subject = ?", ride.id)).toEqual([
      { detail: null }
    ])
    expect((await dayAt(ride)).rides.filter(({ is_late }) => is_late)).toEqual([])
  })
})

describe('the time at which a rider pressed', () => {
  test('is kept and shown to the desk if it arrives later', async () => {
    const ride = await endedRide()
    const pressed = inMinutes(-70).toISOString()
    await give(ride, pressed)
    expect(await pressOf(ride)).toBe(Math.floor(secondsOf(pressed)))
    expect(secondsOf((await seenByAdmin(ride))?.return_pressed_at ?? '')).toBe(Math.floor(secondsOf(pressed)))
  })

  test('is kept for a ride that the cron has returned meanwhile', async () => {
    const ride = await earlierRide()
    await afterMinutes(0)
    const pressed = inMinutes(-95).toISOString()
    await give(ride, pressed)
    expect(await pressOf(ride)).toBe(Math.floor(secondsOf(pressed)))
  })

  test('is dropped before the start, in the future, and if it is no time, and the ride ends all the same', async () => {
    for (const pressed of [inMinutes(-180).toISOString(), inMinutes(5).toISOString(), 'yesterday', '']) {
      const ride = await endedRide()
      await give(ride, pressed)
      expect(await pressOf(ride)).toBeNull()
      expect(await seenByAdmin(ride)).toMatchObject({ is_unreturned: false, return_pressed_at: null })
    }
  })
})
