import { expect, test } from 'vitest'
import { instantAt } from '#domain/time/india-time.ts'
import * as listsText from '#messages/admin/lists.ts'
import { startText } from '#stores/admin/relative-times.ts'

const NOW = instantAt('2026-06-15', '09:00')

const startOf = (day: string, clock: string, payment_status = 'Completed') => {
  const start_time = instantAt(day, clock).toISOString()
  return startText({ end_time: start_time, payment_status, start_time }, NOW)
}

test('a paid ride ahead says when it starts, tonight if that is this evening', () => {
  expect(startOf('2026-06-15', '19:00')).toBe(`${listsText.tonight}, 7:00\u00a0pm`)
  expect(startOf('2026-06-15', '18:00')).toBe(`${listsText.tonight}, 6:00\u00a0pm`)
  expect(startOf('2026-06-15', '17:30')).toBe('Today, 5:30\u00a0pm')
  expect(startOf('2026-06-16', '19:00')).toBe('Tomorrow, 7:00\u00a0pm')
  expect(startOf('2026-12-31', '19:00')).toBe('Thu 31 Dec, 7:00\u00a0pm')
})

test('a ride that has begun, and one that is not paid, say nothing', () => {
  expect(startOf('2026-06-15', '09:00')).toBeNull()
  expect(startOf('2026-06-14', '19:00')).toBeNull()
  for (const status of ['Pending', 'Failed', 'Cancelled', 'Refunded'])
    expect(startOf('2026-06-15', '19:00', status)).toBeNull()
})
