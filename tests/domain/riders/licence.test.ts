import { describe, expect, test } from 'vitest'
import { endOfDay, lastDayBefore, licenceTerm, stoppedRides } from '#domain/riders/licence.ts'

const rides = [
  { end_time: '2026-06-15T18:30:00Z', id: 'at midnight', needs_license: true },
  { end_time: '2026-06-15T18:30:01Z', id: 'a second later', needs_license: true },
  { end_time: '2026-06-20T10:00:00Z', id: 'low-speed', needs_license: false }
]
const stoppedBy = (decision: Parameters<typeof stoppedRides>[1]) => stoppedRides(rides, decision).map(({ id }) => id)

describe('of the rides ahead', () => {
  test('an approval stops those that end after the last day of the licence in India', () => {
    expect(stoppedBy({ decision: 'approve', expires_on: '2026-06-15' })).toEqual(['a second later'])
    expect(stoppedBy({ decision: 'approve', expires_on: '2026-06-14' })).toEqual(['at midnight', 'a second later'])
    expect(stoppedBy({ decision: 'approve', expires_on: '2026-06-16' })).toEqual([])
  })

  test('a rejection stops those that need a licence, and one for an unreadable photo none', () => {
    expect(stoppedBy({ decision: 'reject', reason: 'learner' })).toEqual(['at midnight', 'a second later'])
    expect(stoppedBy({ decision: 'reject', reason: 'unreadable' })).toEqual([])
  })

  test('a suspension stops all, and its end none', () => {
    expect(stoppedBy({ decision: 'suspend', reason: 'Two on one scooter' })).toEqual(rides.map(({ id }) => id))
    expect(stoppedBy({ decision: 'restore' })).toEqual([])
  })
})

test('a licence ends with its last day in India', () => {
  expect(endOfDay('2026-06-15').toISOString()).toBe('2026-06-15T18:30:00.000Z')
  expect(lastDayBefore(endOfDay('2026-06-15'))).toBe('2026-06-15')
})

test.each([
  ['2026-06-14', 'ended'],
  ['2026-06-15', 'ending'],
  ['2026-07-14', 'ending'],
  ['2026-07-15', 'valid']
])('a licence until %s is %s on 15 June', (lastDay, term) => {
  expect(licenceTerm(lastDay, '2026-06-15')).toBe(term)
})
