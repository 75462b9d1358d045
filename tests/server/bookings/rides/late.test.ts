import { describe, expect, test } from 'vitest'
import { listAllBookings, returnRideAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { returnRide } from '#contract/bookings/manage-ride.ts'
import { listAllProperties } from '#contract/catalogue/admin-properties.ts'
import { updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import { getToday } from '#contract/staff/today.ts'
import { reasonRequired } from '#messages/admin/payments/refunds.ts'
import { setUpAdmin, signedInAdmin } from '#tests/helpers/data/people.ts'
import { insertProperty } from '#tests/helpers/data/rows.ts'
import { app, sql } from '#tests/helpers/servers/app.ts'
import { afterMinutes, bookingSeenByRider, setUpPaymentTests } from '#tests/server/payments/sample-bookings.ts'
import { extend, type Ride, rideUnderWay, storedRow } from './rides-under-way.ts'

// Rides that nobody returned, where the property confirms returns.

setUpPaymentTests()

const admin = setUpAdmin()

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

/** A ride that ended between 60 and 90 minutes ago. */
const earlierRide = () => rideUnderWay(-6, -2)
const lateRide = async () => confirming(await earlierRide())
const runningRide = async () => confirming(await rideUnderWay())

const listed = (query: Record<string, string>, { call } = admin) => call(listAllBookings, { query })
const idsOf = (bookings: readonly { id: string }[]) => bookings.map(({ id }) => id)
const lateAt = async ({ property_id }: AtProperty) => idsOf(await listed({ late: '1', property_id }))
const returnedAt = async ({ id }: Ride) => (await storedRow(id)).returned_at
const dayAt = ({ property_id }: AtProperty) => admin.call(getToday, { query: { property_id } })
const homeOf = async ({ rider }: Ride) =>
  (await app.fetch('/', { headers: { cookie: `userType=user; session=${rider.token}` } })).text()

describe('the rider of a late ride', () => {
  test('reads that it is overdue, with its PIN, until it is returned', async () => {
    const ride = await lateRide()
    await afterMinutes(0)
    expect(await bookingSeenByRider(ride)).toMatchObject({ is_late: true, otp_pin: ride.scooter.otp_pin })
    expect(await homeOf(ride)).toContain('/my-bookings#return')
    await ride.rider.call(returnRide, { body: {}, params: { id: ride.id } })
    expect(await returnedAt(ride)).not.toBeNull()
    expect(await bookingSeenByRider(ride)).toMatchObject({ otp_pin: null, return_until: null })
    expect((await bookingSeenByRider(ride))?.is_late).toBeUndefined()
  })

  test('reads no PIN once the scooter has another one', async () => {
    const ride = await lateRide()
    await admin.call(updateScooter, { body: { otp_pin: '135790' }, params: { id: ride.scooter.id } })
    expect(await bookingSeenByRider(ride)).toMatchObject({ is_late: true, otp_pin: null })
  })

  test('still reads it during the next ride of the scooter, until the cron closes it', async () => {
    const ride = await confirming(await rideUnderWay(-6, -4))
    const next = await rideUnderWay(-2, 8, ride.scooter.id)
    expect((await bookingSeenByRider(ride))?.is_late).toBe(true)
    await afterMinutes(0)
    expect(await returnedAt(ride)).toBe((await storedRow(ride.id)).end_at)
    expect((await bookingSeenByRider(ride))?.is_late).toBeUndefined()
    expect(await returnedAt(next)).toBeNull()
  })
})

describe('the list of bookings', () => {
  test('filters late rides, each by the row with which it ends', async () => {
    const ride = await confirming(await rideUnderWay(-6, -4))
    const extension = await extend(ride)
    expect(await lateAt(ride)).toEqual([extension])
    const rows = await listed({ scooter_id: ride.scooter.id })
    expect(rows.map(({ id, is_late, is_unreturned }) => [id, is_late, is_unreturned])).toEqual([
      [extension, true, true],
      [ride.id, undefined, false]
    ])
    expect(await lateAt(await runningRide())).toEqual([])
  })

  test('shows a manager those of the own properties', async () => {
    const [own, other] = [await lateRide(), await lateRide()]
    const manager = await signedInAdmin('manager', [own.property_id])
    expect(idsOf(await listed({ late: '1' }, manager))).toEqual([own.id])
    expect(idsOf(await listed({ late: '1' }))).toEqual(expect.arrayContaining([own.id, other.id]))
    expect(idsOf(await listed({ late: '1', q: own.rider.email }))).toEqual([own.id])
  })

  test('refuses another value of the filter', async () => {
    expect((await admin.refusal(listAllBookings, { query: { late: 'yes' } })).status).toBe(422)
  })
})

describe('the staff', () => {
  test('return a ride that has ended without a reason, also as caretakers, who see late rides on Today', async () => {
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

  test('say why they end a ride that is under way', async () => {
    const { id } = await runningRide()
    const refused = await admin.refusal(returnRideAsAdmin, { body: { reason: ' ' }, params: { id } })
    expect(refused).toMatchObject({ detail: [{ loc: ['body', 'reason'], msg: reasonRequired }], status: 422 })
  })
})

test('where the rule is not set, nothing is late, and the cron returns the ride as before', async () => {
  const ride = await atProperty(await earlierRide())
  const { property_id, scooter } = ride
  expect((await bookingSeenByRider(ride))?.is_late).toBeUndefined()
  expect(await listed({ scooter_id: scooter.id })).toMatchObject([{ is_unreturned: false }])
  expect((await dayAt(ride)).rides.map(({ is_late }) => is_late)).toEqual([undefined])
  expect(await lateAt(ride)).toEqual([])
  expect(await homeOf(ride)).not.toContain('/my-bookings#return')
  expect((await admin.call(listAllProperties)).find(({ id }) => id === property_id)?.confirms_returns).toBe(false)
  await afterMinutes(0)
  expect(await returnedAt(ride)).toBe((await storedRow(ride.id)).end_at)
})
