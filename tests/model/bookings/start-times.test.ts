import { expect, test, vi } from 'vitest'
import { type Clock, type Day, instantAt } from '#domain/time/india-time.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { startHarnessForEachTest } from '#tests/model/harness/harness.ts'

// From when on a ride can start, as the clock decides.

startHarnessForEachTest()

const TODAY = '2025-06-11'
const TOMORROW = '2025-06-12'

test.each<[Clock, Day, Clock, string | null]>([
  ['09:52', TODAY, '09:30', bookingText.startPassed],
  ['10:00', TODAY, '10:00', bookingText.startPassed],
  ['09:52', TODAY, '10:00', bookingText.startTooSoon('10:30\u00A0am')],
  ['10:00', TODAY, '10:30', null],
  ['10:05', TODAY, '10:30', bookingText.startTooSoon('11:00\u00A0am')],
  ['23:40', TOMORROW, '00:00', bookingText.startTooSoon('Thu 12 Jun, 12:30\u00A0am')]
])('at %s a start on %s at %s', async (clock, day, slot, sentence) => {
  vi.setSystemTime(instantAt(TODAY, clock))
  const answer = await calls.book({ hours: 1, rider: 'r0', scooter: 's0', start: instantAt(day, slot) })
  expect(answer.isDone ? null : [answer.status, answer.detail]).toEqual(sentence && [400, sentence])
})
