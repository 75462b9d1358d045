import { expect, test } from 'vitest'
import { HOLD_SECONDS } from '#domain/constants.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time/time-units.ts'
import { holdCountdown } from '#stores/my-bookings/booking-details.ts'

test('a hold is announced five minutes and one minute before its end', () => {
  const announcedAt = (ms: number) => holdCountdown(ms).announcedMinutes
  expect(announcedAt(5 * MINUTE_MS + 1)).toBeUndefined()
  expect([announcedAt(5 * MINUTE_MS), announcedAt(MINUTE_MS + 1)]).toEqual([5, 5])
  expect([announcedAt(MINUTE_MS), announcedAt(0)]).toEqual([1, 1])
})

test('a hold shows the part that remains, and is urgent in its last minute', () => {
  const holdMs = HOLD_SECONDS * SECOND_MS
  expect([holdMs * 2, holdMs, holdMs / 2, 0].map(ms => holdCountdown(ms).ratio)).toEqual([1, 1, 0.5, 0])
  expect([MINUTE_MS + 1, MINUTE_MS].map(ms => holdCountdown(ms).isLastMinute)).toEqual([false, true])
})
