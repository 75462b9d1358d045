import { describe, expect, test } from 'vitest'
import { listActivity } from '#contract/activity/activity.ts'
import { readSlip } from '#contract/bookings/admin-bookings.ts'
import { bookingReference } from '#domain/bookings/rides.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { setUpAdmin, signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { setPropertyRules } from '#tests/helpers/data/property-rules.ts'
import { insertBooking, insertScooter } from '#tests/helpers/data/rows.ts'
import { sql, startApp } from '#tests/helpers/servers/app.ts'

startApp()

const owner = setUpAdmin()

async function aRide(fromHours: number, state?: 'cancelled' | 'held') {
  const rider = await signedInRider()
  const scooter = await insertScooter(rider.property_id)
  const start = new Date(Math.floor(Date.now() / HOUR_MS + fromHours) * HOUR_MS)
  const end = new Date(start.getTime() + HOUR_MS)
  const booking = await insertBooking({
    end,
    scooter_id: scooter.id,
    start,
    user_id: rider.id,
    ...(state && { state })
  })
  return { end, id: booking.id, params: { id: booking.id }, rider, scooter, start }
}

const seenAt = async (id: string) =>
  (await sql<{ pin_seen_at: number | null }>('SELECT pin_seen_at FROM bookings WHERE id = ?', id))[0]?.pin_seen_at

describe('the slip of a ride', () => {
  test('has what its rider needs, is in the log, and counts as read once', async () => {
    const { end, id, params, rider, scooter, start } = await aRide(3)
    await sql("UPDATE properties SET parking_note = 'Behind the gate' WHERE id = ?", rider.property_id)
    await setPropertyRules(owner, rider.property_id, { support_phone: '919845011223' })
    await sql("UPDATE scooters SET registration_number = 'KA01AB1234' WHERE id = ?", scooter.id)
    const manager = await signedInAdmin('manager', [rider.property_id])
    expect(await seenAt(id)).toBeNull()
    const slip = await manager.call(readSlip, { params })
    expect(slip).toMatchObject({
      end_time: end.toISOString(),
      location: 'Indiranagar, Bengaluru',
      parking_note: 'Behind the gate',
      pin: scooter.otp_pin,
      reference: bookingReference(id),
      registration_number: 'KA01AB1234',
      scooter_name: scooter.name,
      start_time: start.toISOString(),
      support_phone: '919845011223',
      user_name: rider.name
    })
    const seen = await seenAt(id)
    expect(seen).toBeGreaterThan(0)
    await manager.call(readSlip, { params })
    expect(await seenAt(id)).toBe(seen)
    const entries = (await owner.call(listActivity)).filter(({ subject }) => subject === id)
    const entry = { action: 'read_pin', admin_email: manager.email, detail: null, subject_name: rider.name }
    expect(entries).toMatchObject([entry, entry])
    expect(JSON.stringify(entries)).not.toContain(scooter.otp_pin)
  })

  test('has the PIN of the lock while another one waits', async () => {
    const { params, scooter } = await aRide(-0.5)
    await sql("INSERT INTO pin_changes (scooter_id, new_pin, created_at) VALUES (?, '135790', 0)", scooter.id)
    expect(await owner.call(readSlip, { params })).toMatchObject({ pin: scooter.otp_pin })
  })

  test('of an extension is that of its ride, until the end of the extension', async () => {
    const { end, id, rider, scooter, start } = await aRide(-1)
    const later = new Date(end.getTime() + 2 * HOUR_MS)
    const extension = await insertBooking({ end: later, scooter_id: scooter.id, start: end, user_id: rider.id })
    await sql("UPDATE bookings SET kind = 'extension', ride_id = ? WHERE id = ?", id, extension.id)
    expect(await owner.call(readSlip, { params: { id: extension.id } })).toMatchObject({
      end_time: later.toISOString(),
      reference: bookingReference(id),
      start_time: start.toISOString()
    })
    expect(await seenAt(id)).toBeGreaterThan(0)
    expect(await seenAt(extension.id)).toBeNull()
  })

  test('is refused for a booking that is unpaid, cancelled, returned or over', async () => {
    const returned = await aRide(-0.5)
    await sql('UPDATE bookings SET returned_at = unixepoch() WHERE id = ?', returned.id)
    const rides = [await aRide(2, 'held'), await aRide(2, 'cancelled'), returned, await aRide(-5)]
    for (const { id, params } of rides) {
      expect(await owner.refusal(readSlip, { params })).toMatchObject({
        detail: adminBookingsText.bookingEnded,
        status: 409
      })
      expect(await seenAt(id)).toBeNull()
    }
    const missing = { detail: bookingText.bookingNotFound, status: 404 }
    expect(await owner.refusal(readSlip, { params: { id: 'none' } })).toMatchObject(missing)
    const entries = (await owner.call(listActivity)).filter(({ action }) => action === 'read_pin')
    expect(entries.filter(({ subject }) => rides.some(({ id }) => id === subject))).toEqual([])
  })

  test('is for managers of its property', async () => {
    const { params, rider } = await aRide(2)
    const { property_id } = await signedInRider()
    const elsewhere = await signedInAdmin('manager', [property_id])
    expect(await elsewhere.refusal(readSlip, { params })).toMatchObject({ status: 404 })
    const caretaker = await signedInAdmin('caretaker', [rider.property_id])
    expect(await caretaker.refusal(readSlip, { params })).toMatchObject({ status: 403 })
  })
})
