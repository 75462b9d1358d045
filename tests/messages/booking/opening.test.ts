import { expect, test } from 'vitest'
import { PAUSED_WITHOUT_END } from '#domain/bookings/opening.ts'
import { instantAt, parseInstant } from '#domain/time/india-time.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'

// A ride after a pause can be booked during it.

const textOf = (until: Date) => bookingBlocksText.pauseEndText(until, instantAt('2026-11-27', '09:00'))

test('a pause stops the rides before its end, and one without an end all bookings', () => {
  const until = textOf(instantAt('2026-11-29', '10:00'))
  expect(bookingBlocksText.pausedNote(until, 'The gate is closed.')).toBe(
    'No rides before Sun 29 Nov, 10:00\u00A0am. The gate is closed.'
  )
  expect(bookingBlocksText.propertyPaused('Palm Grove', until)).toBe(
    'Palm Grove has no rides before Sun 29 Nov, 10:00\u00A0am.'
  )
  expect(bookingBlocksText.pausedNote(textOf(parseInstant(PAUSED_WITHOUT_END)), null)).toBe(
    'No new bookings at the moment.'
  )
})
