import { describe, expect, test } from 'vitest'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { listAllScooters, migratePins, updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { sql, startApp } from '#tests/helpers/servers/app.ts'

startApp()

const admin = setUpAdmin()

const pinOf = async (id: string) =>
  (await admin.call(listAllScooters, { query: {} })).find(scooter => scooter.id === id)?.otp_pin

async function ridingNow(scooter_id: string, property_id: string) {
  const { id: user_id } = await signedInRider({ property_id })
  const now = new Date()
  return insertBooking({ end: addMinutes(now, 30), scooter_id, start: addMinutes(now, -30), user_id })
}

describe('the migration to numeric PINs', () => {
  test('replaces invalid PINs by six digits, skips and lists scooters on a ride, and changes nothing the second time', async () => {
    const { id: place } = await insertProperty()
    const [good, letters, short, ridden] = [
      await insertScooter(place, { otp_pin: '004207' }),
      await insertScooter(place, { otp_pin: 'AB12' }),
      await insertScooter(place, { otp_pin: '123' }),
      await insertScooter(place, { otp_pin: 'OLD' })
    ]
    const { id: ride } = await ridingNow(ridden.id, place)
    expect(await admin.call(migratePins)).toEqual({ message: catalogueText.pinsMigrated(2, [ridden.name]) })
    const pins = await Promise.all([good, letters, short, ridden].map(({ id }) => pinOf(id)))
    expect([pins[0], pins[3]]).toEqual(['004207', 'OLD'])
    expect([pins[1], pins[2]]).toEqual([expect.stringMatching(/^\d{6}$/), expect.stringMatching(/^\d{6}$/)])

    expect(await admin.call(migratePins)).toEqual({ message: catalogueText.pinsMigrated(0, [ridden.name]) })
    expect(await Promise.all([good, letters, short, ridden].map(({ id }) => pinOf(id)))).toEqual(pins)

    await sql('UPDATE bookings SET end_at = start_at + 60 WHERE id = ?', ride)
    expect(await admin.call(migratePins)).toEqual({ message: catalogueText.pinsMigrated(1, []) })
    expect(await pinOf(ridden.id)).toMatch(/^\d{6}$/)
  })
})

describe('a PIN that is changed during a ride', () => {
  test('is shown to the rider of that ride on the next load', async () => {
    const rider = await signedInRider()
    const scooter = await insertScooter(rider.property_id, { otp_pin: '135790' })
    const now = new Date()
    await insertBooking({
      end: addMinutes(now, 30),
      scooter_id: scooter.id,
      start: addMinutes(now, -30),
      user_id: rider.id
    })
    const shown = async () => (await rider.call(listMyBookings)).map(({ otp_pin }) => otp_pin)
    expect(await shown()).toEqual(['135790'])
    await admin.call(updateScooter, { body: { otp_pin: '246800' }, params: { id: scooter.id } })
    expect(await shown()).toEqual(['246800'])
  })
})
