import { expect, test } from 'vitest'
import { getReport } from '#contract/overview/report.ts'
import { paiseOf } from '#domain/money.ts'
import { addMinutes, dayOf } from '#domain/time/india-time.ts'
import { HOUR_MINUTES } from '#domain/time/time-units.ts'
import * as booksText from '#messages/admin/books.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { sql, startApp } from '#tests/helpers/servers/app.ts'
import { staffOf } from '#tests/server/staff/property-of-two.ts'

startApp()

const admin = setUpAdmin()
const NOW = new Date()
const MONTH = dayOf(NOW).slice(0, 7)

/** Of a ride of two hours that was paid with so many rupees. */
async function propertyWithRide(paid: number) {
  const property = await insertProperty()
  const scooter = await insertScooter(property.id)
  const { id: user_id } = await signedInRider({ property_id: property.id })
  const booking = await insertBooking({
    end: addMinutes(NOW, 2 * HOUR_MINUTES),
    scooter_id: scooter.id,
    start: NOW,
    user_id
  })
  await sql('UPDATE payments SET paise = ?2 WHERE booking_id = ?1', booking.id, paiseOf(paid))
  return property
}

test('a manager reads the report of the own properties, together or one, and a free ride counts', async () => {
  const [one, other, elsewhere] = [await propertyWithRide(140), await propertyWithRide(0), await propertyWithRide(70)]
  const manager = await staffOf('manager', one, other)
  const read = async (property_id?: string) => {
    const { scooters, totals } = await manager.call(getReport, { query: { month: MONTH, property_id } })
    return [scooters.length, totals]
  }
  const ride = { minutes: 120, refunded: 0, rides: 1 }
  expect(await read()).toEqual([2, { ...ride, minutes: 240, paid: 140, rides: 2 }])
  expect(await read(other.id)).toEqual([1, { ...ride, paid: 0 }])
  expect((await manager.refusal(getReport, { query: { month: MONTH, property_id: elsewhere.id } })).status).toBe(404)
  expect((await admin.call(getReport, { query: { month: MONTH } })).totals).toMatchObject({ paid: 210, rides: 3 })
  expect((await (await staffOf('caretaker', one)).refusal(getReport, { query: { month: MONTH } })).status).toBe(403)
})

test.each([undefined, '', '2026', '2026-13', '2026-1', '2019-12', '2026-11-01'])('%s is no month', async month => {
  expect(await admin.refusal(getReport, { query: { month: month as string } })).toMatchObject({
    detail: [{ msg: booksText.chooseMonth }],
    status: 422
  })
})
