import { describe, expect, test } from 'vitest'
import { createHourlyBooking, getAvailability } from '#contract/bookings/create-booking.ts'
import { deleteProperty } from '#contract/catalogue/admin-properties.ts'
import { listAllScooters, updateScooter } from '#contract/catalogue/admin-scooters.ts'
import {
  getPropertyPricing,
  listProperties,
  listPropertyPlans,
  listPropertyScooters
} from '#contract/catalogue/catalogue.ts'
import { getStats } from '#contract/overview/stats.ts'
import { type PROFILE_FIELDS, updateProfile } from '#contract/riders/edit-profile.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import { riderWords } from '#domain/riders/search-words.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { payAndReport } from '#tests/helpers/data/concurrent-riders.ts'
import { signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertLegacyPricing, insertPlan, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { setRideTimes } from '#tests/helpers/data/stored-state.ts'
import { app, callAs, sql, startApp } from '#tests/helpers/servers/app.ts'

type ProfileField = (typeof PROFILE_FIELDS)[number]

startApp()

describe('the properties', () => {
  test('are listed for everybody, by name, with id, name, location and image_url', async () => {
    const zebra = await insertProperty({ name: 'Zebra House' })
    const acacia = await insertProperty({ name: 'Acacia House' })
    const listed = await callAs(undefined, listProperties)
    expect(listed.filter(({ id }) => [zebra.id, acacia.id].includes(id))).toEqual([
      { ...acacia, image_url: null, needs_code: false },
      { ...zebra, image_url: null, needs_code: false }
    ])
  })
})

describe('the scooters of a property', () => {
  test('are listed by name with location and status', async () => {
    const property = await insertProperty({ location: 'Hebbal', name: 'Lakeview' })
    const rider = await signedInRider({ property_id: property.id })
    const scooter = await insertScooter(property.id, { status: 'Maintenance' })
    expect(await rider.call(listPropertyScooters, { params: { property_id: property.id } })).toEqual([
      {
        bookable_later: false,
        booked_until: null,
        booking_block: null,
        closed_dates: null,
        closes_at: null,
        free_cancel_minutes: 60,
        grace_minutes: 10,
        late_cancel_percent: 100,
        lead_minutes: null,
        is_yours: false,
        known_damage: null,
        max_days_ahead: 365,
        max_ride_hours: 24,
        opens_at: null,
        pause_note: null,
        paused_until: null,
        support_phone: null,
        weekday_hours: null,
        id: scooter.id,
        image_url: null,
        name: scooter.name,
        property_id: property.id,
        property_location: 'Hebbal',
        property_name: 'Lakeview',
        status: 'Maintenance'
      }
    ])
  })

  test("are limited to the rider's own property", async () => {
    const rider = await signedInRider()
    const elsewhere = await insertProperty()
    await insertScooter(elsewhere.id)
    expect(await rider.call(listPropertyScooters, { params: { property_id: elsewhere.id } })).toEqual([])
  })

  test('are Booked during a paid ride, and Available before one or with an unpaid one', async () => {
    const rider = await signedInRider()
    const params = { property_id: rider.property_id }
    const scooter = await insertScooter(rider.property_id)
    const seen = async () => (await rider.call(listPropertyScooters, { params }))[0]
    const body = { duration_hours: 1, scooter_id: scooter.id, start_time: daysAhead(2, '10:00') } as const
    const order = await rider.call(createHourlyBooking, { body })
    expect(await seen()).toMatchObject({ bookable_later: false, status: 'Available' })
    await payAndReport(rider, order)
    expect(await seen()).toMatchObject({ status: 'Available' })
    const now = Math.floor(Date.now() / 1000)
    await setRideTimes(order.session_id, { end: now + 1800, start: now - 1800 })
    expect(await seen()).toMatchObject({
      bookable_later: true,
      booked_until: new Date((now + 1800) * 1000).toISOString(),
      status: 'Booked'
    })
  })
})

describe('the prices of a property', () => {
  test('are the rates of the property, or the defaults if it has none', async () => {
    const rider = await signedInRider()
    const params = { property_id: rider.property_id }
    expect(await rider.call(getPropertyPricing, { params })).toEqual(DEFAULT_RATES)
    await insertLegacyPricing(rider.property_id)
    expect(await rider.call(getPropertyPricing, { params })).toEqual({
      hourly_1: 60,
      hourly_12: 510,
      hourly_3: 150,
      hourly_6: 280
    })
  })

  test('include the active plans, and for a date those of its weekday', async () => {
    const rider = await signedInRider()
    const params = { property_id: rider.property_id }
    const always = await insertPlan(rider.property_id, { hours: 1 })
    const mondays = await insertPlan(rider.property_id, { days: ['monday'], hours: 3 })
    await insertPlan(rider.property_id, { is_active: false })
    const ids = async (booking_date?: string) =>
      (await rider.call(listPropertyPlans, { params, query: booking_date ? { booking_date } : {} })).pricing_plans.map(
        ({ id }) => id
      )
    expect(await ids()).toEqual([always.id, mondays.id])
    expect(await ids('2026-06-15')).toEqual([always.id, mondays.id])
    expect(await ids('2026-06-16')).toEqual([always.id])
    const refusal = await rider.refusal(listPropertyPlans, { params, query: { booking_date: '16 June' } })
    expect(refusal).toMatchObject({
      detail: [{ loc: ['query', 'booking_date'], msg: apiErrorsText.invalidDate }],
      status: 422
    })
  })
})

describe('the profile', () => {
  const changed = (property_id: string) => ({
    date_of_birth: '1990-01-31',
    email: 'Moved@Example.test',
    name: 'New Name',
    phone: '12345',
    property_id
  })

  test('is replaced as a whole and returned', async () => {
    const rider = await signedInRider()
    const body = changed((await insertProperty()).id)
    const answer = await rider.call(updateProfile, { body })
    expect(answer).toMatchObject({ ...body, closed_property: null, email: 'moved@example.test', reminders: true })
    // One from before licences were reviewed.
    expect(answer).toMatchObject({ is_license_waiting: false, license_expires_on: null, license_status: 'unreviewed' })
    expect(await rider.call(getProfile)).toEqual(answer)
  })

  test('keeps what another device has changed, if the save names its own changes', async () => {
    const rider = await signedInRider()
    const stale = { ...changed(rider.property_id), email: rider.email }
    const moved = { email: 'phone@example.test', property_id: (await insertProperty()).id, reminders: false }
    const on = (changed_fields: ProfileField[], body: object) =>
      rider.call(updateProfile, { body: { ...stale, ...body, changed_fields } })
    await on(['email', 'property_id', 'reminders'], moved)
    const saved = await on(['name'], { reminders: true })
    expect(saved).toMatchObject({ ...moved, name: 'New Name' })
    expect(saved.phone).not.toBe(stale.phone)
    expect(await on([], { name: 'Old Name' })).toEqual(saved)
    expect(await rider.call(getProfile)).toEqual(saved)
    await rider.refusal(updateProfile, { body: { ...stale, changed_fields: ['password'] as never } })
  })

  test('keeps two changes that are saved at the same time, and finds the rider by both', async () => {
    const rider = await signedInRider()
    const body = { ...changed(rider.property_id), email: 'at-once@example.test' }
    const save = (field: ProfileField) => rider.call(updateProfile, { body: { ...body, changed_fields: [field] } })
    await Promise.all([save('email'), save('name')])
    const { email, name, phone } = await rider.call(getProfile)
    expect([email, name]).toEqual([body.email, body.name])
    const words = await sql<{ word: string }>('SELECT word FROM rider_words WHERE user_id = ?', rider.id)
    expect(words.map(({ word }) => word).toSorted()).toEqual(riderWords({ email, name, phone }).toSorted())
  })

  test('keeps the choice of reminders until a save says otherwise', async () => {
    const rider = await signedInRider()
    const body = { ...changed(rider.property_id), email: 'reminded@example.test' }
    expect(await rider.call(updateProfile, { body: { ...body, reminders: false } })).toMatchObject({ reminders: false })
    expect(await rider.call(updateProfile, { body })).toMatchObject({ reminders: false })
    expect(await rider.call(updateProfile, { body: { ...body, reminders: true } })).toMatchObject({ reminders: true })
  })

  test('rejects a taken email and an unknown property, and does not change', async () => {
    const [rider, other] = [await signedInRider(), await signedInRider()]
    const before = await rider.call(getProfile)
    const taken = await rider.refusal(updateProfile, { body: { ...changed(rider.property_id), email: other.email } })
    const unknown = await rider.refusal(updateProfile, { body: changed('nowhere') })
    expect(taken).toMatchObject({ detail: authText.emailTaken, status: 409 })
    expect(unknown).toMatchObject({
      detail: [{ loc: ['body', 'property_id'], msg: apiErrorsText.unknownProperty }],
      status: 422
    })
    expect(await rider.call(getProfile)).toEqual(before)
  })

  test('requires name, email, phone and date of birth', async () => {
    const rider = await signedInRider()
    const { detail } = await rider.refusal(updateProfile, { body: { property_id: rider.property_id } })
    expect(detail).toMatchObject([
      { loc: ['body', 'name'], msg: accountText.fieldMissing.name },
      { loc: ['body', 'email'], msg: accountText.fieldMissing.email },
      { loc: ['body', 'phone'], msg: accountText.fieldMissing.phone },
      { loc: ['body', 'date_of_birth'], msg: accountText.fieldMissing.date_of_birth }
    ])
  })
})

async function closedProperty() {
  const property = await insertProperty({ location: 'Koramangala', name: 'Old House' })
  const scooter = await insertScooter(property.id)
  const rider = await signedInRider({ property_id: property.id })
  const admin = await signedInAdmin()
  const before = await admin.call(getStats)
  await admin.call(deleteProperty, { params: { id: property.id } })
  return { admin, before, property, rider, scooter }
}

async function pageOf(token: string, path: string): Promise<string> {
  const reply = await app.fetch(path, { headers: { cookie: `userType=user; session=${token}` } })
  return (await reply.text()).replace(/<script.*?<\/script>/gs, '').replace(/ props="[^"]*"/g, '')
}

describe('a rider whose property was deleted', () => {
  test('still has it in the profile, with name and location, until another one is chosen', async () => {
    const { property, rider } = await closedProperty()
    const closed_property = { image_url: null, location: 'Koramangala', name: 'Old House' }
    const before = await rider.call(getProfile)
    expect(before).toMatchObject({ closed_property, property_id: property.id })
    expect((await rider.call(listProperties)).map(({ id }) => id)).not.toContain(property.id)

    const body = { ...before, phone: '+91 98450 99999', property_id: property.id }
    expect(await rider.call(updateProfile, { body })).toMatchObject({ closed_property, phone: '+91 98450 99999' })
    const { id } = await insertProperty()
    expect(await rider.call(updateProfile, { body: { ...body, property_id: id } })).toMatchObject({
      closed_property: null,
      property_id: id
    })
    expect((await rider.refusal(updateProfile, { body })).detail).toMatchObject([
      { msg: apiErrorsText.unknownProperty }
    ])
  })

  test('sees no scooter there, and cannot book one by its id', async () => {
    const { property, rider, scooter } = await closedProperty()
    expect(await rider.call(listPropertyScooters, { params: { property_id: property.id } })).toEqual([])
    const notFound = { detail: bookingText.scooterNotFound, status: 404 }
    const start_time = daysAhead(2, '10:00')
    const body = { duration_hours: 1, scooter_id: scooter.id, start_time }
    expect(await rider.refusal(createHourlyBooking, { body })).toMatchObject(notFound)
    const availabilityRequest = { params: { id: scooter.id }, query: { date: start_time.slice(0, 10) } }
    expect(await rider.refusal(getAvailability, availabilityRequest)).toMatchObject(notFound)
    expect(await pageOf(rider.token, `/booking/${scooter.id}`)).toContain(bookingText.loading)
  })
})

describe('the scooters of a deleted property', () => {
  test('are not counted as available, neither in the portal nor on the home page', async () => {
    const { admin, before } = await closedProperty()
    const after = await admin.call(getStats)
    expect(after.available_scooters).toBe(before.available_scooters - 1)
    expect(after.total_scooters).toBe(before.total_scooters)
  })

  test('are shown to admins with the deleted property, until they are moved', async () => {
    const { admin, scooter } = await closedProperty()
    const listed = async () => (await admin.call(listAllScooters, { query: {} })).find(({ id }) => id === scooter.id)
    expect(await listed()).toMatchObject({ property_deleted: true, property_name: 'Old House' })
    const { id: property_id } = await insertProperty()
    await admin.call(updateScooter, { body: { property_id }, params: { id: scooter.id } })
    expect(await listed()).toMatchObject({ property_deleted: false, property_id, status: 'Available' })
  })

  test('still count as available if they have no property', async () => {
    const { admin, scooter } = await closedProperty()
    const { available_scooters } = await admin.call(getStats)
    await admin.call(updateScooter, { body: { property_id: '' }, params: { id: scooter.id } })
    expect((await admin.call(getStats)).available_scooters).toBe(available_scooters + 1)
  })
})
