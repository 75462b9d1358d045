import { expect, test } from 'vitest'
import { getToday } from '#contract/staff/today.ts'
import { addDays, addMinutes, dayOf, instantAt } from '#domain/time/india-time.ts'
import { signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { sql, startApp } from '#tests/helpers/servers/app.ts'
import { staffOf } from './property-of-two.ts'

startApp()

const TODAY = dayOf(new Date())
const midnight = instantAt(TODAY, '00:00')
const at = (hours: number) => addMinutes(midnight, hours * 60)

async function propertyWithRides() {
  const property = await insertProperty()
  const rider = await signedInRider({ property_id: property.id })
  const ride = async (name: string, from: number, to: number, fields: { state?: 'cancelled' | 'held' } = {}) => {
    const scooter = await insertScooter(property.id, { name })
    const booking = await insertBooking({
      end: at(to),
      scooter_id: scooter.id,
      start: at(from),
      user_id: rider.id,
      ...fields
    })
    return { booking, scooter }
  }
  const returned = (id: string, hour: number) =>
    sql('UPDATE bookings SET returned_at = ? WHERE id = ?', at(hour).getTime() / 1000, id)
  return { property, returned, ride, rider }
}

test('a day has the rides that start or are out on it, in the order of their start, of one property', async () => {
  const { property, returned, ride, rider } = await propertyWithRides()
  const before = await ride('returned yesterday', -5, -2)
  await returned(before.booking.id, -2)
  const later = await ride('returned today', -3, -1)
  await returned(later.booking.id, 0.5)
  await ride('over midnight', -2, 1)
  await ride('morning', 8, 10)
  await ride('evening', 23, 26)
  await ride('tomorrow', 30, 32)
  await ride('cancelled', 12, 13, { state: 'cancelled' })
  await ride('held', 14, 15, { state: 'held' })
  const elsewhere = await propertyWithRides()
  await elsewhere.ride('elsewhere', 8, 10)
  const { call } = await staffOf('caretaker', property, elsewhere.property)
  const day = await call(getToday, { query: { property_id: property.id } })
  expect(day.rides.map(({ scooter_name }) => scooter_name)).toEqual([
    'returned today',
    'over midnight',
    'morning',
    'evening'
  ])
  expect(day).toMatchObject({ day: TODAY, has_more: false, property_name: property.name })
  expect(day.rides[0]).toMatchObject({ user_name: rider.name, user_phone: '+91 98450 12345' })
  const next = await call(getToday, { query: { day: addDays(TODAY, 1), property_id: property.id } })
  expect(next.rides.map(({ scooter_name }) => scooter_name)).toEqual(['evening', 'tomorrow'])
})

test('a ride that nobody has returned stays on the day until somebody does', async () => {
  const { property, returned, ride } = await propertyWithRides()
  const { booking } = await ride('not back', -30, -26)
  const { call } = await staffOf('caretaker', property)
  const names = async (query = {}) => (await call(getToday, { query })).rides.map(({ scooter_name }) => scooter_name)
  expect([await names(), await names({ day: addDays(TODAY, 1) })]).toEqual([['not back'], []])
  await returned(booking.id, -26)
  expect(await names()).toEqual([])
})

test('a ride ends with its running extension', async () => {
  const { property, ride, rider } = await propertyWithRides()
  const { booking, scooter } = await ride('extended', 20, 22)
  const extension = await insertBooking({ end: at(23), scooter_id: scooter.id, start: at(22), user_id: rider.id })
  await sql("UPDATE bookings SET kind = 'extension', ride_id = ? WHERE id = ?", booking.id, extension.id)
  const { call } = await staffOf('caretaker', property)
  const { rides } = await call(getToday)
  expect(rides.map(({ end_time }) => end_time)).toEqual([at(23).toISOString()])
})

test('the first property is chosen by its name, with its PINs to change and scooters in maintenance', async () => {
  const [one, other] = [await insertProperty({ name: 'Banyan 10' }), await insertProperty({ name: 'Banyan 2' })]
  const broken = await insertScooter(other.id, { status: 'Maintenance' })
  await insertScooter(one.id, { status: 'Maintenance' })
  const waiting = await insertScooter(other.id)
  await sql("INSERT INTO pin_changes (scooter_id, new_pin, created_at) VALUES (?, '739264', 0)", waiting.id)
  const { call } = await staffOf('manager', one, other)
  expect(await call(getToday)).toMatchObject({
    maintenance: [{ id: broken.id, name: broken.name }],
    pin_changes: [{ new_pin: '739264', scooter_id: waiting.id }],
    property_id: other.id,
    rides: []
  })
})

test('all properties of the caller are one day, whose rows name theirs', async () => {
  const [one, other, elsewhere] = [await propertyWithRides(), await propertyWithRides(), await propertyWithRides()]
  await one.ride('evening', 20, 21)
  await other.ride('noon', 12, 13)
  await other.ride('not back', -30, -26)
  await elsewhere.ride('elsewhere', 12, 13)
  const broken = await insertScooter(one.property.id, { status: 'Maintenance' })
  await insertScooter(elsewhere.property.id, { status: 'Maintenance' })
  const { call } = await staffOf('caretaker', one.property, other.property)
  const day = await call(getToday, { query: { all: 'true' } })
  expect(day.rides.map(({ property_name, scooter_name }) => [scooter_name, property_name])).toEqual([
    ['not back', other.property.name],
    ['noon', other.property.name],
    ['evening', one.property.name]
  ])
  expect(day.maintenance).toEqual([{ id: broken.id, name: broken.name, property_name: one.property.name }])
  expect(day).toMatchObject({ property_id: null, property_name: null })
  const { call: callOfOne } = await staffOf('caretaker', one.property)
  expect(await callOfOne(getToday, { query: { all: 'true' } })).toMatchObject({
    property_id: one.property.id,
    property_name: one.property.name,
    rides: [{ scooter_name: 'evening' }]
  })
})

test('who has no property has an empty day', async () => {
  const { call } = await staffOf('caretaker')
  for (const query of [{}, { all: 'true' } as const])
    expect(await call(getToday, { query })).toMatchObject({ maintenance: [], property_id: null, rides: [] })
})
