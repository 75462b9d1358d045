import { describe, expect, test } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { returnRide } from '#contract/bookings/manage-ride.ts'
import { deleteRider } from '#contract/riders/admin-riders.ts'
import { getReturnPhoto, uploadReturnPhoto } from '#contract/uploads/uploads.ts'
import { RETURN_PHOTO_RETENTION_DAYS } from '#domain/constants.ts'
import { PHOTO_UPLOADS_PER_HOUR } from '#domain/request-limits.ts'
import { DAY_MS, HOUR_MS } from '#domain/time/time-units.ts'
import { RIDER_PHOTO_MAX_BYTES } from '#domain/uploads/photos.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as uploadsText from '#messages/uploads.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertScooter, pictures } from '#tests/helpers/data/rows.ts'
import { exhaustThrottles, resetThrottles } from '#tests/helpers/data/stored-state.ts'
import { app, bucket, send, sql, startApp } from '#tests/helpers/servers/app.ts'

// A photo of the parked scooter: uploaded, named by the return, kept for a while.

startApp()

type Rider = Awaited<ReturnType<typeof signedInRider>>

const admin = setUpAdmin()

async function rideOf(rider: Rider): Promise<string> {
  const { id: scooter_id } = await insertScooter(rider.property_id)
  const [start, end] = [new Date(Date.now() - HOUR_MS), new Date(Date.now() + HOUR_MS)]
  return (await insertBooking({ end, scooter_id, start, user_id: rider.id })).id
}

const upload = async (rider: Rider) => (await rider.call(uploadReturnPhoto, { body: { file: pictures.jpeg() } })).id
const end = (rider: Rider, id: string, photo_id: string) =>
  rider.call(returnRide, { body: { photo_id }, params: { id } })
const view = (id: string, token?: string) => send(getReturnPhoto, { params: { id } }, token)
const photoOf = async (id: string) =>
  (await sql<{ return_photo_id: string | null }>('SELECT return_photo_id FROM bookings WHERE id = ?', id))[0]
    ?.return_photo_id

/** Ends a ride with a photo. */
async function returned(rider: Rider) {
  const [id, photo] = [await rideOf(rider), await upload(rider)]
  await end(rider, id, photo)
  return { id, photo }
}

/** The full hour of the cron that many days from now. */
const atFullHour = (days: number) => new Date(Math.ceil((Date.now() + days * DAY_MS) / HOUR_MS) * HOUR_MS)

describe('a photo of the parked scooter', () => {
  test('belongs to the return that names it, and is read by its rider and admins only', async () => {
    const rider = await signedInRider()
    const { id, photo } = await returned(rider)
    expect(await photoOf(id)).toBe(photo)
    expect(await admin.call(listAllBookings, { query: { user_id: rider.id } })).toMatchObject([
      { return_photo_id: photo }
    ])
    const other = await signedInRider({ property_id: rider.property_id })
    const replies = await Promise.all(
      [rider.token, admin.token, other.token, undefined].map(token => view(photo, token))
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 404, 401])
    const [own] = replies
    expect(own?.headers.get('cache-control')).toBe('private, no-store')
    expect(own?.headers.get('content-type')).toBe('image/jpeg')
    expect(own?.headers.get('x-content-type-options')).toBe('nosniff')
    expect(own?.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect(new Uint8Array((await own?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(
      new Uint8Array(await pictures.jpeg().arrayBuffer())
    )
  })

  test('is kept with a ride that the cron has closed before it arrived, the first own one alone', async () => {
    const [rider, other] = [await signedInRider(), await signedInRider()]
    const [id, foreign, photo, second] = [
      await rideOf(rider),
      await upload(other),
      await upload(rider),
      await upload(rider)
    ]
    await sql('UPDATE bookings SET end_at = unixepoch() - 1, returned_at = unixepoch() - 1 WHERE id = ?', id)
    for (const sent of [foreign, photo, second]) await end(rider, id, sent)
    expect(await photoOf(id)).toBe(photo)
    const claimed = await sql(
      'SELECT id FROM uploads WHERE claimed_at IS NOT NULL AND id IN (?, ?, ?)',
      foreign,
      photo,
      second
    )
    expect(claimed).toEqual([{ id: photo }])
    expect((await view(photo, admin.token)).status).toBe(200)
  })

  test('of another rider, unknown or claimed is rejected, and the ride goes on', async () => {
    const [rider, other] = [await signedInRider(), await signedInRider()]
    const [id, foreign] = [await rideOf(rider), await upload(other)]
    const { photo: claimed } = await returned(rider)
    const unstored = await upload(rider)
    await sql('UPDATE uploads SET is_stored = 0 WHERE id = ?', unstored)
    for (const photo_id of [foreign, claimed, unstored, 'f'.repeat(32), 'x']) {
      expect(await rider.refusal(returnRide, { body: { photo_id }, params: { id } })).toMatchObject({
        detail: [{ loc: ['body', 'photo_id'], msg: bookingText.photoNotFound }],
        status: 422
      })
    }
    expect(await sql('SELECT returned_at FROM bookings WHERE id = ?', id)).toEqual([{ returned_at: null }])
    expect(await sql('SELECT claimed_at FROM uploads WHERE id = ?', foreign)).toEqual([{ claimed_at: null }])
  })

  test('that is no picture, or too large, is not stored', async () => {
    const rider = await signedInRider()
    const large = new File([new Uint8Array([0xff, 0xd8, 0xff]), new Uint8Array(RIDER_PHOTO_MAX_BYTES)], 'a.jpg')
    const before = await bucket.list('')
    const refused = (file: File) => rider.refusal(uploadReturnPhoto, { body: { file } })
    expect(await refused(pictures.svg())).toMatchObject({ detail: apiErrorsText.notImage, status: 400 })
    expect(await refused(large)).toMatchObject({ detail: uploadsText.uploadTooLarge, status: 400 })
    expect(await bucket.list('')).toEqual(before)
  })

  test(`can be uploaded ${PHOTO_UPLOADS_PER_HOUR} times an hour`, async () => {
    const rider = await signedInRider()
    await resetThrottles()
    await upload(rider)
    await exhaustThrottles(PHOTO_UPLOADS_PER_HOUR)
    const refusal = await rider.refusal(uploadReturnPhoto, { body: { file: pictures.jpeg() } })
    expect(refusal.status).toBe(429)
    await resetThrottles()
  })

  test('that no return names is deleted within a day', async () => {
    const rider = await signedInRider()
    const [unclaimed, { photo }] = [await upload(rider), await returned(rider)]
    await app.runMinute(new Date(Date.now() + DAY_MS + HOUR_MS))
    const statuses = await Promise.all([unclaimed, photo].map(async id => (await view(id, rider.token)).status))
    expect(statuses).toEqual([404, 200])
  })

  test(`is deleted ${RETURN_PHOTO_RETENTION_DAYS} days after the return`, async () => {
    const rider = await signedInRider()
    const { id, photo } = await returned(rider)
    const [{ path } = { path: '' }] = await sql<{ path: string }>('SELECT path FROM uploads WHERE id = ?', photo)
    await app.runMinute(new Date(atFullHour(RETURN_PHOTO_RETENTION_DAYS).getTime() - 2 * HOUR_MS))
    expect([(await view(photo, rider.token)).status, await photoOf(id)]).toEqual([200, photo])
    const due = atFullHour(RETURN_PHOTO_RETENTION_DAYS)
    await app.runMinute(due)
    await app.runMinute(new Date(due.getTime() + 60_000))
    expect([(await view(photo, rider.token)).status, await photoOf(id)]).toEqual([404, null])
    expect(await bucket.has(path)).toBe(false)
    expect(await sql('SELECT id FROM uploads WHERE id = ?', photo)).toEqual([])
  })

  test('is not deleted by the nightly check of the pictures', async () => {
    const rider = await signedInRider()
    const { photo } = await returned(rider)
    const night = new Date(`${new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10)}T20:30:00Z`)
    await app.runMinute(night)
    await app.runMinute(new Date(night.getTime() + 60_000))
    expect((await view(photo, rider.token)).status).toBe(200)
  })

  test('is deleted with its rider, as is one that no return names', async () => {
    const rider = await signedInRider()
    const [unclaimed, { id, photo }] = [await upload(rider), await returned(rider)]
    await admin.call(deleteRider, { params: { id: rider.id } })
    const statuses = await Promise.all([unclaimed, photo].map(async one => (await view(one, admin.token)).status))
    expect(statuses).toEqual([404, 404])
    expect((await bucket.list('photos/')).filter(path => path.includes(`/${rider.id}/`))).toEqual([])
    expect(await photoOf(id)).toBeNull()
  })
})
