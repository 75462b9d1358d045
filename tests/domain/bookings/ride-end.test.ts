import { describe, expect, test } from 'vitest'
import { rideEndOf } from '#domain/bookings/rides.ts'
import { addMinutes } from '#domain/time/india-time.ts'

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
