import { expect, test } from 'vitest'
import { rideLengthText } from '#domain/bookings/rides.ts'

test('the length of a ride is in hours, or exact if it was returned early', () => {
  const start_time = '2026-06-13T10:00:00Z'
  expect(rideLengthText({ end_time: '2026-06-13T13:00:00Z', start_time })).toBe('3 hours')
  expect(rideLengthText({ end_time: '2026-06-13T11:10:00Z', start_time })).toBe('1 h 10 min')
})
