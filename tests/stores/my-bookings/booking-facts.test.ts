import { describe, expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { HOLD_SECONDS } from '#domain/constants.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time/time-units.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import {
  holdCountdown,
  mapUrl,
  paidAhead,
  paidFor,
  refundRemarkOn,
  remarkOn,
  rideProgress
} from '#stores/my-bookings/booking-facts.ts'
import { NOW, riding, saturday, tomorrow } from './bookings.ts'

describe('a booking', () => {
  test('shows its property with the parking note, and links to a map if the location is known', () => {
    const place = { parking_note: 'Gate 2 & lift', property_location: 'Ulsoor, Bengaluru', property_name: 'Lake & Co' }
    const parked = { ...riding, ...place }
    expect(manageRideText.checkScooter('Ather', parked)).toBe(
      'Check that this is the right scooter: Ather, Lake & Co, Gate 2 & lift.'
    )
    expect(manageRideText.checkScooter('Ather', riding)).toBe('Check that this is the right scooter: Ather.')
    expect(mapUrl(parked)).toBe('https://www.google.com/maps/search/?api=1&query=Lake+%26+Co%2C+Ulsoor%2C+Bengaluru')
    expect(mapUrl(riding)).toBeNull()
    expect(mapUrl({ ...parked, property_location: '' })).toBeNull()
  })
  test('has paid for all its extensions, and for those that have not begun', () => {
    const hour = (hours: number) => addMinutes(NOW, hours * 60).toISOString()
    const extended = [
      { amount: 90, hours: 2 },
      { amount: 50, hours: 1, start_time: NOW.toISOString() },
      { amount: 50, hours: 1, refund: 20, start_time: hour(1) },
      { amount: 40, hours: 1, start_time: hour(2) }
    ]
    const ride = { ...riding, amount: 140, extended, paid: 260 }
    expect([paidFor(ride), paidAhead(ride, NOW)]).toEqual([260, 70])
    expect([paidFor({ ...riding, amount: 140 }), paidAhead(riding, NOW)]).toEqual([140, 0])
  })
  test('computes its progress', () => {
    expect(rideProgress(tomorrow, NOW)).toBe(0)
    expect(rideProgress(riding, new Date('2026-06-15T15:00:00Z'))).toBe(0.5)
    expect(rideProgress(saturday, NOW)).toBe(1)
  })
})

describe('a booking that is not confirmed, or lost its extension', () => {
  test.each<[Partial<Booking>, string]>([
    [{ payment_status: 'Cancelled' }, myBookingsText.cancelledByUs],
    [{ cancel_reason: 'Flat tyre', payment_status: 'Cancelled' }, 'We cancelled this booking: "Flat tyre".'],
    [{ payment_status: 'Refunded' }, myBookingsText.bookingNotConfirmed],
    [{ hold_outcome: 'cancelled', payment_status: 'Failed' }, myBookingsText.holdCancelledOrReplaced],
    [{ hold_outcome: 'expired', payment_status: 'Failed' }, myBookingsText.paymentNotCompleted],
    [{ hold_outcome: 'released', payment_status: 'Failed' }, myBookingsText.bookingUnpaid],
    [{ payment_status: 'Failed' }, myBookingsText.bookingUnpaid],
    [{ payment_status: 'Pending' }, myBookingsText.paymentNotCompleted]
  ])('shows why: %j', (fields, sentence) => {
    expect(remarkOn({ ...saturday, ...fields })).toBe(sentence)
  })
  test.each<[Partial<Booking>, string | null]>([
    [
      { payment_status: 'Cancelled', refund: 160, refund_by: '2026-06-24', refund_status: 'pending' },
      '₹160 is being refunded to your original payment method. It should arrive by Wed 24 Jun.'
    ],
    [
      { payment_status: 'Cancelled', refund: 160, refund_by: '2026-06-24', refund_status: 'processed' },
      '₹160 was refunded. It should arrive by Wed 24 Jun.'
    ],
    [
      { paid_at_desk: true, payment_status: 'Cancelled', refund: 160, refund_status: 'pending' },
      'You get ₹160 back at the desk.'
    ],
    [
      { paid_at_desk: true, payment_status: 'Cancelled', refund: 160, refund_status: 'processed' },
      '₹160 was paid back at the desk.'
    ],
    [
      { bank_references: ['10000000000000'], payment_status: 'Cancelled', refund: 160, refund_status: 'processed' },
      '₹160 was refunded. Bank reference 10000000000000: your bank can find it with this.'
    ],
    [
      { bank_references: ['10000000000000'], payment_status: 'Cancelled', refund: 160, refund_status: 'pending' },
      '₹160 is being refunded to your original payment method. A bank refund takes 5 to 7 working days.'
    ],
    [{ payment_status: 'Refunded' }, myBookingsText.fullRefund],
    [
      { payment_status: 'Completed', refund: 50, refund_status: 'pending' },
      '₹50 is being refunded to your original payment method. A bank refund takes 5 to 7 working days.'
    ],
    [{ payment_status: 'Completed' }, null],
    [{ payment_status: 'Cancelled', refund: null }, null],
    [{ payment_status: 'Failed' }, null]
  ])('shows what happens with the money: %j', (fields, sentence) => {
    expect(refundRemarkOn({ ...saturday, ...fields })).toBe(sentence)
  })
})

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
