import { describe, expect, test } from 'vitest'
import { BRAND_NAME } from '#domain/brand/brand.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import * as commonText from '#messages/common.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'

describe('the reference of a booking', () => {
  test.each([
    ['7d1c2f0a-19c3-4e5b-8a77-0c1d4f2a91bc', 'Ref. 4F2A\u00A091BC'],
    ['17', 'Ref. 17']
  ])('of %s is readable aloud', (id, reference) => {
    expect(myBookingsText.referenceText(id)).toBe(reference)
  })
  test('is in the prefilled support request, in place of the id', () => {
    const request = myBookingsText.bookingSupportRequest('Ather', 'Sat 13 Jun 2026', '7d1c2f0a')
    expect(request).toBe(
      `Hi ${BRAND_NAME}, I need help with my booking of the scooter Ather on Sat 13 Jun 2026 (Ref. 7D1C\u00A02F0A).`
    )
  })
})

test('an extension names its price, and what goes back of it', () => {
  expect(myBookingsText.extendedBy({ amount: 90, hours: 1 })).toBe('Extended by 1 hour · ₹90')
  expect(myBookingsText.extendedBy({ amount: 90, hours: 2, refund: 45 })).toBe(
    'Extended by 2 hours · ₹90 · ₹45 refunded'
  )
})

test('a cancellation names what goes back of what was paid', () => {
  expect(manageRideText.refundOf(70, 140)).toMatch(/₹70 of ₹140 /)
  expect(manageRideText.refundOf(140, 140)).toContain('full refund of ₹140')
  expect(manageRideText.refundOf(0, 140)).not.toContain('₹')
})

test('a return names what goes back of an extension, and what is kept', () => {
  expect(manageRideText.returnMoney(45, 90)).toMatch(/₹45 back .* ₹90 not/)
  expect(manageRideText.returnMoney(45, 0)).toMatch(/₹45 back/)
  expect(manageRideText.returnMoney(0, 90)).toMatch(/no refund .* ₹90/)
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
