import { expect, test } from 'vitest'
import { bookAgainPath } from '#domain/bookings/rides.ts'
import { instantAt } from '#domain/time/india-time.ts'

const ride = { end: instantAt('2026-06-18', '22:00'), start: instantAt('2026-06-18', '19:00') }

test('a ride ahead is booked again at its own time', () => {
  const path = bookAgainPath('a/7', ride, instantAt('2026-06-18', '18:59'))
  expect(path).toBe('/booking/a%2F7?date=2026-06-18&time=19%3A00&hours=3')
})

test('a ride that has started is booked again for the same hours at another time', () => {
  expect(bookAgainPath('7', ride, ride.start)).toBe('/booking/7?hours=3')
})

test.each([
  ['19:20', 1],
  ['21:10', 3]
])('a ride from 19:00 that was returned at %s is booked again for each hour that it began', (returned, hours) => {
  const { start } = ride
  expect(bookAgainPath('7', { end: instantAt('2026-06-18', returned), start }, start)).toBe(`/booking/7?hours=${hours}`)
})
