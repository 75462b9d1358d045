import { describe, expect, test } from 'vitest'
import { instantAt } from '#domain/time/india-time.ts'
import * as bookingText from '#messages/booking/booking.ts'

describe('the bar of the booking page', () => {
  test('names the end day of a ride that ends on another day', () => {
    expect(bookingText.rideSpan('2026-11-29', '10:00', instantAt('2026-11-30', '10:00'))).toBe(
      'Sun 29, 10:00\u00A0am → Mon 30, 10:00\u00A0am'
    )
  })

  test('leaves out the end day of a ride that ends on its first day', () => {
    expect(bookingText.rideSpan('2026-11-29', '10:00', instantAt('2026-11-29', '13:00'))).toBe(
      'Sun 29, 10:00\u00A0am → 1:00\u00A0pm'
    )
  })

  test('shows what is chosen so far', () => {
    expect(bookingText.rideSpan('2026-11-29', null, undefined)).toBe('Sun 29')
    expect(bookingText.rideSpan('2026-11-29', '10:00', undefined)).toBe('Sun 29, 10:00\u00A0am')
  })
})

test('the caption of a plan has its hours, because its name does not say them', () => {
  expect(bookingText.offerCaption('₹80/hour', 3)).toBe('3 hours · ₹80/hour')
  expect(bookingText.offerCaption('₹80/hour', null)).toBe('₹80/hour')
})
