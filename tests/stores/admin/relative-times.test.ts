import { expect, test } from 'vitest'
import { instantAt } from '#domain/time/india-time.ts'
import * as listsText from '#messages/admin/lists.ts'
import { relativeTimeText, startText } from '#stores/admin/relative-times.ts'

const NOW = instantAt('2026-06-15', '09:00')

const startOf = (day: string, clock: string, payment_status = 'Completed') => {
  const start_time = instantAt(day, clock).toISOString()
  return [startText({ end_time: start_time, payment_status, start_time }, NOW), relativeTimeText(start_time, NOW)]
}

test('a paid ride ahead says when it starts, tonight if that is this evening', () => {
  expect(startOf('2026-06-15', '19:00')[0]).toBe(`${listsText.tonight}, 7:00\u00a0pm`)
  expect(startOf('2026-06-15', '18:00')[0]).toBe(`${listsText.tonight}, 6:00\u00a0pm`)
  for (const [day, clock] of [
    ['2026-06-15', '17:30'],
    ['2026-06-16', '19:00'],
    ['2026-12-31', '19:00']
  ] as const) {
    const [text, expected] = startOf(day, clock)
    expect(text).toBe(expected)
  }
})

test('a ride that has begun, and one that is not paid, say nothing', () => {
  expect(startOf('2026-06-15', '09:00')[0]).toBeNull()
  expect(startOf('2026-06-14', '19:00')[0]).toBeNull()
  for (const status of ['Pending', 'Failed', 'Cancelled', 'Refunded'])
    expect(startOf('2026-06-15', '19:00', status)[0]).toBeNull()
})
