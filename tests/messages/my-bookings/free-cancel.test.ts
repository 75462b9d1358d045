import { describe, expect, test } from 'vitest'
import * as bookingText from '#messages/booking/booking.ts'

describe('the sentence about free cancellation', () => {
  test.each([
    [0, 'Free to cancel until the start.'],
    [1, 'Free to cancel until 1 minute before the start.'],
    [60, 'Free to cancel until 60 minutes before the start.'],
    [90, 'Free to cancel until 90 minutes before the start.'],
    [120, 'Free to cancel until 2 hours before the start.'],
    [1440, 'Free to cancel until 24 hours before the start.'],
    [10_080, 'Free to cancel until 7 days before the start.']
  ])('for %d minutes', (minutes, sentence) => {
    expect(bookingText.freeCancelText(minutes)).toBe(sentence)
  })
})

test.each([
  [0, 'No extra time to cancel after paying.'],
  [1, 'Also free to cancel for 1 minute after paying.'],
  [60, 'Also free to cancel for 60 minutes after paying.']
])('the sentence about %d minutes after paying', (minutes, sentence) => {
  expect(bookingText.graceText(minutes)).toBe(sentence)
})

test.each([
  [0, 60, 'After the free time there is no refund.'],
  [1, 60, 'After the free time, 1% is refunded until the ride starts.'],
  [50, 60, 'After the free time, 50% is refunded until the ride starts.'],
  [100, 60, 'A full refund until the ride starts.'],
  [0, 0, 'A full refund until the ride starts.']
])('the sentence about a refund of %d percent after %d minutes before the start', (percent, free, sentence) => {
  expect(bookingText.lateCancelText(percent, free)).toBe(sentence)
})

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
