import { describe, expect, test } from 'vitest'
import { signUp } from '#contract/auth/sign-up.ts'
import { getBookingPayments } from '#contract/bookings/booking-payments.ts'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { deleteRider } from '#contract/riders/admin-riders.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { TERMS_VERSION } from '#domain/operator.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { newcomer, setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertScooter } from '#tests/helpers/data/rows.ts'
import { callAs, sql, startApp } from '#tests/helpers/servers/app.ts'

// Which terms a rider agreed to, and when.

startApp()

const admin = setUpAdmin()

const OTHER = '2020-01-01'

/** Signs up with this version, or without the field. */
async function signedUp(terms_version?: string) {
  const body = await newcomer(terms_version ? { terms_version } : {})
  return (await callAs(undefined, signUp, { body })).access_token
}

const agreedOf = async (token: string) => (await callAs(token, getProfile)).terms_version

const consentsOf = ({ id }: { id: string }) =>
  sql<{ agreed_at: number; version: string }>('SELECT version, agreed_at FROM consents WHERE user_id = ?', id)

async function aRide() {
  const rider = await signedInRider()
  const scooter = await insertScooter(rider.property_id)
  const rideAt = (hour: number) =>
    ({ duration_hours: 1, scooter_id: scooter.id, start_time: daysAhead(2, `${hour}:00`) }) as const
  return { rideAt, rider }
}

describe('a sign-up', () => {
  test('records the present terms', async () => {
    expect(await agreedOf(await signedUp(TERMS_VERSION))).toBe(TERMS_VERSION)
  })

  test.each([[undefined], [OTHER]])('with %s records nothing', async version => {
    expect(await agreedOf(await signedUp(version))).toBeNull()
  })
})

describe('a booking', () => {
  test('records the present terms once, and after a change those too', async () => {
    const { rideAt, rider } = await aRide()
    await sql('INSERT INTO consents VALUES (?, ?, 0)', rider.id, OTHER)
    expect(await agreedOf(rider.token)).toBe(OTHER)
    for (const hour of [10, 12]) {
      await rider.call(createHourlyBooking, { body: { ...rideAt(hour), terms_version: TERMS_VERSION } })
    }
    const [first] = await sql<{ at: number }>('SELECT min(created_at) AS at FROM bookings WHERE user_id = ?', rider.id)
    expect(await consentsOf(rider)).toEqual([
      { agreed_at: 0, version: OTHER },
      { agreed_at: first?.at, version: TERMS_VERSION }
    ])
    expect(await agreedOf(rider.token)).toBe(TERMS_VERSION)
  })

  test('without the field, with other terms, or refused, records nothing', async () => {
    const { rideAt, rider } = await aRide()
    await rider.call(createHourlyBooking, { body: rideAt(10) })
    await rider.call(createHourlyBooking, { body: { ...rideAt(12), terms_version: OTHER } })
    const other = await signedInRider({ property_id: rider.property_id })
    const taken = { ...rideAt(12), terms_version: TERMS_VERSION }
    expect(await other.refusal(createHourlyBooking, { body: taken })).toMatchObject({
      detail: bookingText.bookingConflict
    })
    expect(await consentsOf(other)).toEqual([])
    expect(await consentsOf(rider)).toEqual([])
  })

  test('shows in the portal the terms of its time', async () => {
    const { rideAt, rider } = await aRide()
    const book = async (hour: number) =>
      (await rider.call(createHourlyBooking, { body: { ...rideAt(hour), terms_version: TERMS_VERSION } })).session_id
    const consentOf = async (id: string) => (await admin.call(getBookingPayments, { params: { id } })).consent
    const id = await book(10)
    const [{ agreed_at } = { agreed_at: 0 }] = await consentsOf(rider)
    const expected = { agreed_at: new Date(agreed_at * 1000).toISOString(), version: TERMS_VERSION }
    expect(await consentOf(id)).toEqual(expected)
    await sql('INSERT INTO consents VALUES (?, ?, ?)', rider.id, '2099-01-01', agreed_at + 1)
    expect(await consentOf(id)).toEqual(expected)
    await sql('UPDATE bookings SET created_at = 0 WHERE id = ?', id)
    expect(await consentOf(id)).toBeUndefined()
  })
})

test('the deletion of a rider keeps what the rider agreed to', async () => {
  const rider = await signedInRider()
  await sql('INSERT INTO consents VALUES (?, ?, 5)', rider.id, OTHER)
  await admin.call(deleteRider, { params: { id: rider.id } })
  expect(await consentsOf(rider)).toEqual([{ agreed_at: 5, version: OTHER }])
})
