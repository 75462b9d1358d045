import { describe, expect, test } from 'vitest'
import { listActivity } from '#contract/activity/activity.ts'
import { signInAdmin } from '#contract/auth/sign-in.ts'
import { cancelBookingAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { exportBookings } from '#contract/bookings/bookings-csv.ts'
import {
  createLegacyPricing,
  createPlan,
  deleteLegacyPricing,
  deletePlan,
  updateLegacyPricing,
  updatePlan
} from '#contract/catalogue/admin-pricing.ts'
import { createProperty, deleteProperty, updateProperty } from '#contract/catalogue/admin-properties.ts'
import { createScooter, deleteScooter, migratePins, updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { updateRiderPhoto } from '#contract/riders/admin-riders.ts'
import { getLicence, uploadLicence } from '#contract/uploads/uploads.ts'
import { DAYS } from '#domain/constants.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertProperty, insertScooter, pictures } from '#tests/helpers/data/rows.ts'
import { app, callAs, refusedCallAs, send, sql, startApp } from '#tests/helpers/servers/app.ts'

startApp()

const admin = setUpAdmin()

/** The activity entries that are written while `action` runs, oldest first. */
async function writtenOf(work: () => Promise<unknown>) {
  const known = new Set((await admin.call(listActivity, { query: {} })).map(({ id }) => id))
  await work()
  const all = await admin.call(listActivity, { query: {} })
  return all
    .filter(({ id }) => !known.has(id))
    .map(({ action, admin_email, detail, subject_name }) => {
      expect(admin_email).toBe(admin.email)
      return [action, subject_name, detail]
    })
    .reverse()
}

const RATES = { hourly_1: 60, hourly_12: 600, hourly_3: 150, hourly_6: 300 }

describe('an admin action', () => {
  test('on a property is logged, with the name of a deleted property', async () => {
    const written = await writtenOf(async () => {
      const created = await admin.call(createProperty, { body: { location: 'Goa', name: 'Sea Breeze' } })
      const params = { id: created?.id ?? '' }
      await admin.call(updateProperty, { body: { name: 'Sea View' }, params })
      await admin.call(updateProperty, { body: {}, params })
      await admin.call(deleteProperty, { params })
      await admin.refusal(deleteProperty, { params })
    })
    expect(written).toEqual([
      ['create_property', null, null],
      ['update_property', null, 'name'],
      ['delete_property', 'Sea View', 'Sea View']
    ])
  })

  test('on a scooter is logged, without the PIN', async () => {
    const { id: property_id } = await insertProperty()
    const PIN = '739462'
    const written = await writtenOf(async () => {
      const created = await admin.call(createScooter, { body: { name: 'Vida', otp_pin: PIN, property_id } })
      const params = { id: created?.id ?? '' }
      await admin.call(updateScooter, { body: { otp_pin: '739463', status: 'Maintenance' }, params })
      await admin.call(updateScooter, { body: { otp_pin: '' }, params })
      await insertScooter(property_id, { otp_pin: 'AB12' })
      await admin.call(migratePins)
      await admin.call(migratePins)
      const booked = await insertScooter(property_id, { name: 'Booked once' })
      const rider = await signedInRider({ property_id })
      await insertBooking({ end: new Date(3_600_000), scooter_id: booked.id, start: new Date(0), user_id: rider.id })
      await admin.call(deleteScooter, { params: { id: booked.id } })
    })
    expect(written).toEqual([
      ['create_scooter', 'Vida', null],
      ['update_scooter', 'Vida', 'otp_pin, status'],
      ['migrate_pins', null, null],
      ['delete_scooter', 'Booked once', 'Booked once']
    ])
    expect(JSON.stringify(await sql('SELECT * FROM audits'))).not.toMatch(/73946[23]/)
  })

  test('on prices and plans is logged', async () => {
    const { id: property_id } = await insertProperty({ name: 'Lakeview' })
    const plan = { available_days: [...DAYS], cost: 99, hours: 2, is_active: true, name: 'Quick', property_id }
    const written = await writtenOf(async () => {
      const params = { property_id }
      await admin.call(createLegacyPricing, { body: { property_id, ...RATES } })
      await admin.refusal(createLegacyPricing, { body: { property_id, ...RATES } })
      await admin.refusal(createLegacyPricing, { body: { property_id: 'nowhere', ...RATES } })
      await admin.call(updateLegacyPricing, { body: { ...RATES, hourly_1: 61 }, params })
      await admin.call(deleteLegacyPricing, { params })
      const created = await admin.call(createPlan, { body: plan })
      await admin.call(updatePlan, { body: { cost: 100 }, params: { id: created?.id ?? '' } })
      await admin.call(deletePlan, { params: { id: created?.id ?? '' } })
    })
    expect(written).toEqual([
      ['create_pricing', 'Lakeview', null],
      ['update_pricing', 'Lakeview', 'hourly_1, hourly_3, hourly_6, hourly_12'],
      ['delete_pricing', 'Lakeview', null],
      ['create_plan', 'Quick', null],
      ['update_plan', 'Quick', 'cost'],
      ['delete_plan', 'Quick', null]
    ])
  })

  test('on a rider or a booking is logged with the rider’s name, and so is a sign-in', async () => {
    const rider = await signedInRider({ name: 'Asha Rao' })
    const scooter = await insertScooter(rider.property_id)
    const { id } = await insertBooking({
      end: new Date(Date.now() + 7_200_000),
      scooter_id: scooter.id,
      start: new Date(Date.now() + 3_600_000),
      state: 'held',
      user_id: rider.id
    })
    const written = await writtenOf(async () => {
      await admin.call(updateRiderPhoto, { body: { image: pictures.png() }, params: { id: rider.id } })
      await admin.call(cancelBookingAsAdmin, { body: { amount: 0 }, params: { id } })
      await (await send(exportBookings, {}, admin.token)).text()
      await callAs(undefined, signInAdmin, { body: { email: admin.email, password: 'Rider@123' } })
      await refusedCallAs(undefined, signInAdmin, { body: { email: admin.email, password: 'wrong' } })
    })
    expect(written).toEqual([
      ['update_photo', 'Asha Rao', null],
      ['cancel_booking', 'Asha Rao', null],
      ['export_bookings', null, null],
      ['sign_in', null, null]
    ])
  })

  test('is listed page by page, newest first', async () => {
    const page = async (number: number) => {
      const query = `page=${number}&per_page=2`
      const reply = await app.fetch(`/api/admin/audits?${query}`, {
        headers: { authorization: `Bearer ${admin.token}` }
      })
      return {
        ids: ((await reply.json()) as { id: string }[]).map(({ id }) => id),
        more: reply.headers.get('x-has-more')
      }
    }
    const all = (await admin.call(listActivity, { query: {} })).map(({ id }) => id)
    expect(await page(1)).toEqual({ ids: all.slice(0, 2), more: 'true' })
    expect(await page(2)).toEqual({ ids: all.slice(2, 4), more: 'true' })
    const [newest] = await sql<{ id: string }>('SELECT id FROM audits ORDER BY created_at DESC, rowid DESC LIMIT 1')
    expect(all[0]).toBe(newest?.id)
  })
})

describe('a licence photo', () => {
  async function licenceOf(rider: { email: string; id: string }) {
    const { url } = await callAs(undefined, uploadLicence, { body: { email: rider.email, file: pictures.jpeg() } })
    await sql('UPDATE users SET license_photo_url = ? WHERE id = ?', url, rider.id)
    return { params: { id: url.split('/').at(-1) ?? '' } }
  }

  test('is shown to an admin, is not cached, and each view is logged with the rider’s name', async () => {
    const rider = await signedInRider({ name: 'Meera Nair' })
    const licence = await licenceOf(rider)
    const written = await writtenOf(async () => {
      const reply = await send(getLicence, licence, admin.token)
      expect([reply.status, reply.headers.get('cache-control'), reply.headers.get('content-type')]).toEqual([
        200,
        'private, no-store',
        'image/jpeg'
      ])
      const bytes = new Uint8Array(await reply.arrayBuffer())
      expect(bytes).toEqual(new Uint8Array(await pictures.jpeg().arrayBuffer()))
      const path = `/api/admin/licenses/${licence.params.id}`
      const headers = { authorization: `Bearer ${admin.token}`, 'if-none-match': reply.headers.get('etag') ?? '' }
      expect((await app.fetch(path, { headers })).status).toBe(200)
    })
    expect(written).toEqual([
      ['view_license', 'Meera Nair', null],
      ['view_license', 'Meera Nair', null]
    ])
  })

  test('leaves no activity entry when it is missing or the caller may not see it', async () => {
    const rider = await signedInRider()
    const licence = await licenceOf(rider)
    const written = await writtenOf(async () => {
      expect((await send(getLicence, licence)).status).toBe(401)
      expect((await send(getLicence, licence, rider.token)).status).toBe(403)
      expect((await send(getLicence, { params: { id: 'none' } }, admin.token)).status).toBe(404)
    })
    expect(written).toEqual([])
  })
})
