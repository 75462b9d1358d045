import { expect, test } from 'vitest'
import { PAUSED_WITHOUT_END } from '#domain/bookings/opening.ts'
import { addMinutes, instantAt, parseInstant } from '#domain/time/india-time.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import * as commonText from '#messages/common.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'

test.each([
  [60, 10, 50, '6:00 pm', 'Free to cancel until 6:00 pm, and for 10 minutes after paying. After the free time, 50% is'],
  [60, 0, 50, '6:00 pm', 'Free to cancel until 6:00 pm. After the free time, 50% is'],
  [60, 10, 0, null, 'Free to cancel for 10 minutes after paying. After the free time there is no refund.'],
  [60, 0, 25, null, 'After the free time, 25% is refunded'],
  [60, 10, 100, null, 'A full refund until the ride starts.'],
  [0, 10, 50, '6:00 pm', 'A full refund until the ride starts.']
])('the terms before a ride is paid: %d, %d, %d, until %s', (free, grace, percent, until, sentence) => {
  const terms = { free_cancel_minutes: free, grace_minutes: grace, late_cancel_percent: percent }
  expect(bookingText.rideTerms(terms, until).startsWith(sentence)).toBe(true)
})

const NOW = new Date('2026-06-15T14:00:00Z')

const HOUR = 60

const DAY = 24 * HOUR

test.each([
  [-30, '30 min left'],
  [0, '1 h left'],
  [HOUR, 'Starts 8:30\u00a0pm'],
  [DAY, 'Starts Tue 16 Jun, 7:30\u00a0pm'],
  [14 * DAY, 'Starts Mon 29 Jun, 7:30\u00a0pm']
])('a ride of an hour that starts in %i minutes reads %s', (minutes, expected) => {
  const start = addMinutes(NOW, minutes)
  expect(commonText.rideTime({ end: addMinutes(start, HOUR), start }, NOW)).toBe(expected)
})

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

test('the bar of the booking page names the end day of a ride that ends on another day', () => {
  const span = (end: Date) => bookingText.rideSpan('2026-11-29', '10:00', end)
  expect(span(instantAt('2026-11-30', '10:00'))).toBe('Sun 29, 10:00\u00A0am → Mon 30, 10:00\u00A0am')
  expect(span(instantAt('2026-11-29', '13:00'))).toBe('Sun 29, 10:00\u00A0am → 1:00\u00A0pm')
})

test('a rider reads how much of what was paid goes back, and how much is kept', () => {
  expect(manageRideText.refundOf(70, 140)).toMatch(/₹70 of ₹140 /)
  expect(manageRideText.refundOf(140, 140)).toContain('full refund of ₹140')
  expect(manageRideText.returnMoney(45, 90)).toMatch(/₹45 back .* ₹90 not/)
  expect(manageRideText.returnMoney(0, 90)).toMatch(/no refund .* ₹90/)
})
