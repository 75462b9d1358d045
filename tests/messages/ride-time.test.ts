import { expect, test } from 'vitest'
import { addMinutes } from '#domain/time/india-time.ts'
import { rideTime } from '#messages/home.ts'

const NOW = new Date('2026-06-15T14:00:00Z')
const HOUR = 60
const DAY = 24 * HOUR

test.each([
  [-30, '30 min left'],
  [0, '1 h left'],
  [HOUR, 'Starts 8:30\u00a0pm'],
  [DAY, 'Starts Tue 16 Jun 7:30\u00a0pm'],
  [14 * DAY, 'Starts Mon 29 Jun 7:30\u00a0pm']
])('a ride of an hour that starts in %i minutes reads %s', (minutes, expected) => {
  const start = addMinutes(NOW, minutes)
  expect(rideTime(start, addMinutes(start, HOUR), NOW)).toBe(expected)
})
