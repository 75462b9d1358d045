import { describe, expect, test } from 'vitest'
import { listAllBookings, returnRideAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { getBookingPayments } from '#contract/bookings/booking-payments.ts'
import { returnRide } from '#contract/bookings/manage-ride.ts'
import { updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import { getToday } from '#contract/staff/today.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { setUpAdmin, signedInAdmin } from '#tests/helpers/data/people.ts'
import { insertProperty } from '#tests/helpers/data/rows.ts'
import { app, sql } from '#tests/helpers/servers/app.ts'
import { afterMinutes, bookingSeenByRider, setUpPaymentTests } from '#tests/server/payments/sample-bookings.ts'
import { extend, type Ride, rideUnderWay, storedRow } from './rides-under-way.ts'

// Rides that have ended and that nobody has returned. Where the property confirms returns, they are late.

setUpPaymentTests()

const admin = setUpAdmin()

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

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS)
const secondsOf = (iso: string) => Date.parse(iso) / 1000

const give = (ride: Ride, pressed_at: string) =>
  ride.rider.call(returnRide, { body: { pressed_at }, params: { id: ride.id } })
const pressOf = async ({ id }: Ride) =>
  (await sql<{ pressed: number | null }>('SELECT return_pressed_at AS pressed FROM bookings WHERE id = ?', id))[0]
    ?.pressed
const returnedAt = async ({ id }: Ride) => (await storedRow(id)).returned_at
const listed = (query: Record<string, string>, { call } = admin) => call(listAllBookings, { query })
const seenByAdmin = async ({ id, scooter }: Ride) =>
  (await listed({ scooter_id: scooter.id })).find(booking => booking.id === id)
const pinAtDesk = async (id: string) => (await admin.call(getBookingPayments, { params: { id } })).otp_pin
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
    expect(await pinAtDesk(ride.id)).toBe(ride.scooter.otp_pin)
    await give(ride, new Date().toISOString())
    expect(await bookingSeenByRider(ride)).toMatchObject({ otp_pin: null, return_until: null })
    expect(await seenByAdmin(ride)).toMatchObject({ is_unreturned: false })
    expect(await pinAtDesk(ride.id)).toBeNull()
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
    expect(await pinAtDesk(ride.id)).toBe(ride.scooter.otp_pin)
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
    expect([await pinAtDesk(ride.id), await pinAtDesk(extension)]).toEqual(Array(2).fill(ride.scooter.otp_pin))
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
