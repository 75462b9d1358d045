import { describe, expect, test } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { returnRide } from '#contract/bookings/manage-ride.ts'
import { updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { app, sql } from '#tests/helpers/servers/app.ts'
import { afterMinutes, bookingSeenByRider, setUpPaymentTests } from '#tests/server/payments/sample-bookings.ts'
import { type Ride, rideUnderWay, storedRow } from './rides-under-way.ts'

setUpPaymentTests()

const admin = setUpAdmin()

/** A ride that ended less than half an hour ago. */
const endedRide = () => rideUnderWay(-4, 0)
/** A ride that ended between 60 and 90 minutes ago. */
const rideOfEarlier = () => rideUnderWay(-6, -2)

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS)
const secondsOf = (iso: string) => Date.parse(iso) / 1000

const give = (ride: Ride, pressed_at: string) =>
  ride.rider.call(returnRide, { body: { pressed_at }, params: { id: ride.id } })
const pressOf = async ({ id }: Ride) =>
  (await sql<{ pressed: number | null }>('SELECT return_pressed_at AS pressed FROM bookings WHERE id = ?', id))[0]
    ?.pressed
const seenByAdmin = async ({ id, scooter }: Ride) =>
  (await admin.call(listAllBookings, { query: { scooter_id: scooter.id } })).find(booking => booking.id === id)

describe('a ride that has ended and was not returned', () => {
  test('shows its PIN to its rider for an hour, and to the desk that nobody has returned it', async () => {
    const ride = await endedRide()
    const seen = await bookingSeenByRider(ride)
    expect(seen).toMatchObject({ otp_pin: ride.scooter.otp_pin, payment_status: 'Completed' })
    expect(secondsOf(seen?.return_until ?? '')).toBe(secondsOf(seen?.end_time ?? '') + 3600)
    expect(await seenByAdmin(ride)).toMatchObject({ is_unreturned: true })
    await give(ride, new Date().toISOString())
    expect(await bookingSeenByRider(ride)).toMatchObject({ otp_pin: null, return_until: null })
    expect(await seenByAdmin(ride)).toMatchObject({ is_unreturned: false })
  })

  test('shows nothing more after an hour', async () => {
    expect(await bookingSeenByRider(await rideOfEarlier())).toMatchObject({ otp_pin: null, return_until: null })
  })

  test('shows no PIN once the scooter has another one', async () => {
    const ride = await endedRide()
    await admin.call(updateScooter, { body: { otp_pin: '135790' }, params: { id: ride.scooter.id } })
    const seen = await bookingSeenByRider(ride)
    expect(seen?.otp_pin).toBeNull()
    expect(seen?.return_until).not.toBeNull()
  })

  test("ends for its rider with the scooter's next ride", async () => {
    const ride = await endedRide()
    const { start_at } = await storedRow((await rideUnderWay(1, 3, ride.scooter.id)).id)
    expect(secondsOf((await bookingSeenByRider(ride))?.return_until ?? '')).toBe(start_at)
  })

  test('shows nothing more once the next ride of its scooter has begun', async () => {
    const ride = await endedRide()
    await rideUnderWay(0, 2, ride.scooter.id)
    expect(await bookingSeenByRider(ride)).toMatchObject({ otp_pin: null, return_until: null })
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
    const ride = await rideOfEarlier()
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

describe('Home', () => {
  const home = async ({ rider }: Ride) => {
    const page = await app.fetch('/', { headers: { cookie: `userType=user; session=${rider.token}` } })
    return page.text()
  }

  test('shows the PIN of a ride that runs or has ended, with its return and extension', async () => {
    for (const ride of [await rideUnderWay(), await endedRide()]) {
      const html = await home(ride)
      expect(html).toContain([...ride.scooter.otp_pin].join(' '))
      expect(html).toContain('/my-bookings#return')
      expect(html).toContain('/my-bookings#extend')
    }
  })

  test('shows no PIN of a ride ahead, and does not record it as read', async () => {
    const ride = await rideUnderWay(2, 6)
    const html = await home(ride)
    expect(html).toContain('/my-bookings#ride')
    expect(html).not.toContain([...ride.scooter.otp_pin].join(' '))
    const [row] = await sql<{ pin_seen_at: number | null }>('SELECT pin_seen_at FROM bookings WHERE id = ?', ride.id)
    expect(row?.pin_seen_at).toBeNull()
  })
})
