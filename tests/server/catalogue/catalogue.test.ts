import { describe, expect, test } from 'vitest'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import {
  createProperty,
  deleteProperty,
  listAllProperties,
  updateProperty
} from '#contract/catalogue/admin-properties.ts'
import { createScooter, deleteScooter, listAllScooters, updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { listProperties, listPropertyScooters } from '#contract/catalogue/catalogue.ts'
import { getLicence, uploadImage, uploadLicence } from '#contract/uploads/uploads.ts'
import { PARKING_NOTE_MAX_LENGTH } from '#domain/constants.ts'
import { RIDER_PHOTO_MAX_BYTES } from '#domain/uploads/photos.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { payAndReport } from '#tests/helpers/data/concurrent-riders.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertLegacyPricing, insertProperty, insertScooter, pictures } from '#tests/helpers/data/rows.ts'
import { moveRideToPast } from '#tests/helpers/data/stored-state.ts'
import { app, callAs, send, sql, startApp } from '#tests/helpers/servers/app.ts'

startApp()

const admin = setUpAdmin()

async function paidRideAhead(scooter_id: string, property_id: string) {
  const rider = await signedInRider({ property_id })
  const body = { duration_hours: 1, scooter_id, start_time: daysAhead(2, '10:00') } as const
  const order = await rider.call(createHourlyBooking, { body })
  await payAndReport(rider, order)
  return { rider, session_id: order.session_id }
}

describe('properties', () => {
  test('are created with an image that was uploaded separately, and listed newest first', async () => {
    const { url: image_url } = await admin.call(uploadImage, { body: { image: pictures.png() } })
    const created = await admin.call(createProperty, { body: { image_url, location: ' Hebbal ', name: ' Lakeview ' } })
    expect(created).toEqual({
      id: expect.any(String),
      image_url,
      location: 'Hebbal',
      name: 'Lakeview',
      parking_note: null
    })
    const newest = await admin.call(createProperty, { body: { location: 'Goa', name: 'Sea Breeze' } })
    const [first, second] = await admin.call(listAllProperties, { query: {} })
    const unset = { confirms_returns: false, pause_note: null, paused_until: null, rides_ahead: 0 }
    expect([first, second]).toEqual([
      { ...newest, ...unset },
      { ...created, ...unset }
    ])
  })

  test('require a name and a location', async () => {
    const { detail, status } = await admin.refusal(createProperty, { body: { name: ' ' } })
    expect(status).toBe(422)
    expect(detail).toMatchObject([
      { loc: ['body', 'location'], msg: formsText.locationRequired },
      { loc: ['body', 'name'], msg: formsText.nameRequired }
    ])
  })

  test.each(['javascript:alert(1)', 'https://elsewhere.test/a.png', `/api/images/${'0'.repeat(32)}`])(
    'reject the image address %s',
    async image_url => {
      const refusal = await admin.refusal(createProperty, { body: { image_url, location: 'x', name: 'x' } })
      expect(refusal).toMatchObject({
        detail: [{ loc: ['body', 'image_url'], msg: catalogueText.unknownImage }],
        status: 422
      })
    }
  )

  test('change only in the fields that are sent', async () => {
    const property = await insertProperty({ location: 'Old place', name: 'Old name' })
    const changed = await admin.call(updateProperty, { body: { name: 'New name' }, params: { id: property.id } })
    expect(changed).toEqual({
      id: property.id,
      image_url: null,
      location: 'Old place',
      name: 'New name',
      parking_note: null
    })
    expect(await admin.refusal(updateProperty, { body: { name: '' }, params: { id: property.id } })).toMatchObject({
      status: 422
    })
    expect(await admin.refusal(updateProperty, { body: {}, params: { id: 'nowhere' } })).toMatchObject({ status: 404 })
  })

  test('have a parking note, which admins change and remove, and which the public list leaves out', async () => {
    const body = { location: 'Ulsoor', name: 'Lakeview', parking_note: ' Basement 1, beside the lift ' }
    const created = await admin.call(createProperty, { body })
    expect(created?.parking_note).toBe('Basement 1, beside the lift')
    const params = { id: created?.id ?? '' }
    const listed = await admin.call(listAllProperties, { query: {} })
    expect(listed.find(({ id }) => id === params.id)?.parking_note).toBe('Basement 1, beside the lift')
    expect(JSON.stringify(await callAs(undefined, listProperties))).not.toContain('beside the lift')
    const change = (parking_note: string) => admin.call(updateProperty, { body: { parking_note }, params })
    expect(await change('Gate 2')).toMatchObject({ name: 'Lakeview', parking_note: 'Gate 2' })
    expect(await change(' ')).toMatchObject({ parking_note: null })
    const parking_note = 'x'.repeat(PARKING_NOTE_MAX_LENGTH + 1)
    expect(await admin.refusal(updateProperty, { body: { parking_note }, params })).toMatchObject({
      detail: [{ loc: ['body', 'parking_note'], msg: formsText.parkingNoteTooLong }],
      status: 422
    })
  })

  test('are deleted without references, archived with references, and kept while a paid ride is ahead', async () => {
    const [bare, used, busy] = [await insertProperty(), await insertProperty(), await insertProperty()]
    await insertLegacyPricing(bare.id)
    await insertScooter(used.id)
    await paidRideAhead((await insertScooter(busy.id)).id, busy.id)
    const remove = (id: string) => admin.call(deleteProperty, { params: { id } })
    await remove(bare.id)
    await remove(used.id)
    const ridesAhead = (await admin.call(listAllProperties, { query: {} }))
      .filter(({ id }) => id === used.id || id === busy.id)
      .map(({ id, rides_ahead }) => [id, rides_ahead])
    expect(ridesAhead).toEqual([[busy.id, 1]])
    const refusal = await admin.refusal(deleteProperty, { params: { id: busy.id } })
    expect(refusal).toMatchObject({ detail: formsText.openRidesText(1), status: 409 })
    const listed = (await callAs(undefined, listProperties)).map(({ id }) => id)
    expect(listed).toContain(busy.id)
    expect(listed).not.toContain(used.id)
    expect(await sql('SELECT id FROM properties WHERE id IN (?, ?)', bare.id, used.id)).toEqual([{ id: used.id }])
    expect(await admin.refusal(deleteProperty, { params: { id: used.id } })).toMatchObject({
      detail: catalogueText.propertyNotFound,
      status: 404
    })
  })
})

describe('scooters', () => {
  test('require only a name: the PIN is generated, the status is Available, the property is empty', async () => {
    const scooter = await admin.call(createScooter, { body: { name: 'Ather 450X' } })
    expect(scooter).toMatchObject({ image_url: null, property_id: null, property_name: null, status: 'Available' })
    expect(scooter?.otp_pin).toMatch(/^\d{6}$/)
    expect(await admin.call(listAllScooters, { query: {} })).toContainEqual(scooter)
  })

  test('accept every field and a picture, and keep leading zeros of the PIN', async () => {
    const property = await insertProperty({ location: 'Hebbal', name: 'Lakeview' })
    const body = {
      image: pictures.jpeg(),
      name: 'Chetak',
      otp_pin: '004207',
      property_id: property.id,
      status: 'Maintenance'
    } as const
    const scooter = await admin.call(createScooter, { body })
    expect(scooter).toMatchObject({
      otp_pin: '004207',
      property_location: 'Hebbal',
      property_name: 'Lakeview',
      status: 'Maintenance'
    })
    const picture = await app.fetch(scooter?.image_url ?? '')
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })

  test('change only in the fields that are sent, and an empty PIN keeps the old one', async () => {
    const scooter = await insertScooter((await insertProperty()).id, { otp_pin: '135790' })
    const changed = await admin.call(updateScooter, {
      body: { otp_pin: '', status: 'Booked' },
      params: { id: scooter.id }
    })
    expect(changed).toMatchObject({ name: scooter.name, otp_pin: '135790', status: 'Booked' })
    const empty = new File([], '')
    expect(
      await admin.call(updateScooter, { body: { image: empty, otp_pin: '246800' }, params: { id: scooter.id } })
    ).toMatchObject({
      image_url: null,
      otp_pin: '246800',
      status: 'Booked'
    })
  })

  test.each([
    ['no name', {}, ['name'], formsText.nameRequired],
    ['a PIN of five digits', { name: 'x', otp_pin: '12345' }, ['otp_pin'], formsText.invalidPin],
    ['a PIN with letters', { name: 'x', otp_pin: '12a456' }, ['otp_pin'], formsText.invalidPin],
    ['an unknown status', { name: 'x', status: 'Lost' }, ['status'], formsText.unknownStatus],
    ['an unknown property', { name: 'x', property_id: 'nowhere' }, ['property_id'], catalogueText.propertyNotFound]
  ])('reject %s', async (_, body, field, msg) => {
    const refusal = await admin.refusal(createScooter, { body })
    expect(refusal).toMatchObject({ detail: [{ loc: ['body', ...field], msg }], status: 422 })
  })

  test('reject a file that is not a picture', async () => {
    const refusal = await admin.refusal(createScooter, { body: { image: pictures.svg(), name: 'x' } })
    expect(refusal).toMatchObject({ detail: apiErrorsText.notImage, status: 400 })
  })

  test('are deleted if never booked, archived with past bookings, and kept while a paid ride is ahead', async () => {
    const property = await insertProperty()
    const [bare, booked, busy] = [
      await insertScooter(property.id),
      await insertScooter(property.id),
      await insertScooter(property.id)
    ]
    const { rider, session_id } = await paidRideAhead(booked.id, property.id)
    await moveRideToPast(session_id)
    await paidRideAhead(busy.id, property.id)
    for (const { id } of [bare, booked]) await admin.call(deleteScooter, { params: { id } })
    expect(await admin.refusal(deleteScooter, { params: { id: busy.id } })).toMatchObject({
      detail: formsText.openRidesText(1),
      status: 409
    })
    const seen = await rider.call(listPropertyScooters, { params: { property_id: property.id } })
    expect(seen.map(({ id }) => id)).toEqual([busy.id])
    expect(await rider.call(listMyBookings)).toMatchObject([{ scooter: { name: booked.name } }])
    expect(await admin.refusal(deleteScooter, { params: { id: bare.id } })).toMatchObject({
      detail: bookingText.scooterNotFound,
      status: 404
    })
  })
})

describe('pictures', () => {
  const licenceOf = (email: string, file: File) => ({ body: { email, file } })

  test('are served with their own type, cached permanently, and under one path only', async () => {
    const { url } = await admin.call(uploadImage, { body: { image: pictures.png() } })
    const picture = await app.fetch(url)
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff'
    })
    const again = await app.fetch(url, { headers: { 'if-none-match': picture.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  })

  test('of a licence may be HEIC, because only admins have to open them', async () => {
    const { url } = await callAs(undefined, uploadLicence, licenceOf('a@example.test', pictures.heic()))
    const seen = await send(getLicence, { params: { id: url.split('/').at(-1) ?? '' } }, admin.token)
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/heic'])
  })

  test('are measured while they arrive if the request has no length', async () => {
    const unannounced = new Blob([new Uint8Array(RIDER_PHOTO_MAX_BYTES * 2)]).stream()
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const reply = await app.fetch('/api/uploads/license', {
      body: unannounced,
      duplex: 'half',
      headers,
      method: 'POST'
    } as RequestInit)
    expect(reply.status).toBe(413)
  })
})
