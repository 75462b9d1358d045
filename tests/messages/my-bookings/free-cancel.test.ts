import { describe, expect, test } from 'vitest'
import { graceText, lateCancelText } from '#messages/admin/catalogue/property-rules.ts'
import { freeCancelText } from '#messages/booking/booking.ts'

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
    expect(freeCancelText(minutes)).toBe(sentence)
  })
})

test.each([
  [0, 'No extra time to cancel after paying.'],
  [1, 'Also free to cancel for 1 minute after paying.'],
  [60, 'Also free to cancel for 60 minutes after paying.']
])('the sentence about %d minutes after paying', (minutes, sentence) => {
  expect(graceText(minutes)).toBe(sentence)
})

test.each([
  [0, 60, 'After that there is no refund.'],
  [1, 60, 'After that riders get 1% back until the ride starts.'],
  [50, 60, 'After that riders get 50% back until the ride starts.'],
  [100, 60, 'Riders always get a full refund until the ride starts.'],
  [0, 0, 'Riders always get a full refund until the ride starts.']
])('the sentence about a refund of %d percent after %d minutes before the start', (percent, free, sentence) => {
  expect(lateCancelText(percent, free)).toBe(sentence)
})
