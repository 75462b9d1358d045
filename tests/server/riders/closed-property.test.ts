import { describe, expect, test } from 'vitest'
import { createHourlyBooking, getAvailability } from '#contract/bookings/create-booking.ts'
import { deleteProperty } from '#contract/catalogue/admin-properties.ts'
import { listAllScooters, updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { listProperties, listPropertyScooters } from '#contract/catalogue/catalogue.ts'
import { getStats } from '#contract/overview/stats.ts'
import { updateProfile } from '#contract/riders/edit-profile.ts'
import { getProfile } from '#contract/riders/profile.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { app, startApp } from '#tests/helpers/servers/app.ts'

// An admin deletes a property with riders and scooters. It is archived because of its bookings.

startApp()

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
