import { describe, expect, test } from 'vitest'
import { bookAgainPath, bookingReference, rideEndOf, rideLengthText } from '#domain/bookings/rides.ts'
import { addMinutes, instantAt } from '#domain/time/india-time.ts'

const NOW = new Date('2026-06-15T14:00:00Z')
const at = (minutes: number) => addMinutes(NOW, minutes)

describe('the end of the ride under way', () => {
  test('is in the future', () => {
    expect(rideEndOf({ booked_until: at(1).toISOString() }, NOW)).toEqual(at(1))
  })
  test.each([null, undefined, '', 'soon', NOW.toISOString(), at(-1).toISOString()])(
    'is null if `booked_until` is %s',
    booked_until => {
      expect(rideEndOf({ booked_until }, NOW)).toBeNull()
    }
  )
})

test('the length of a ride is in hours, or exact if it was returned early', () => {
  const start_time = '2026-06-13T10:00:00Z'
  expect(rideLengthText({ end_time: '2026-06-13T13:00:00Z', start_time })).toBe('3 hours')
  expect(rideLengthText({ end_time: '2026-06-13T11:10:00Z', start_time })).toBe('1 h 10 min')
})

describe('the reference of a booking', () => {
  test.each([
    ['9c1d5e6f7a8b9c0d1e2f3a4b4f2a91bc', '4F2A91BC'],
    ['3f2b8c1e-94d5-4a67-b1c2-7d8e9fa0b1c2', '9FA0B1C2'],
    ['booking_0042', 'KING0042'],
    ['17', '17'],
    ['', '']
  ])('of the id %s is %s', (id, reference) => {
    expect(bookingReference(id)).toBe(reference)
  })
})

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
