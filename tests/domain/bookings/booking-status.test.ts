import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DISPLAY_STATUSES,
  displayStatus,
  PAYMENT_STATUSES,
  type PaymentStatus,
  paymentStatusOf
} from '#domain/bookings/booking-status.ts'

const NOW = new Date('2026-06-15T14:00:00Z')
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const ride = (from: number, to: number) => ({ end_time: at(to).toISOString(), start_time: at(from).toISOString() })

const BEFORE = ride(30, 90)
const DURING = ride(-30, 30)
const AFTER = ride(-90, -30)

describe('the derived status of My Bookings', () => {
  test.each<[PaymentStatus, string, typeof BEFORE, string]>([
    ['Completed', 'before', BEFORE, 'Upcoming'],
    ['Completed', 'during', DURING, 'Active'],
    ['Completed', 'after', AFTER, 'Completed'],
    ['Pending', 'before', BEFORE, 'Payment Pending'],
    ['Pending', 'during', DURING, 'Payment Pending'],
    ['Pending', 'after', AFTER, 'Payment Pending'],
    ['Failed', 'before', BEFORE, 'Failed'],
    ['Refunded', 'during', DURING, 'Failed'],
    ['Cancelled', 'after', AFTER, 'Failed'],
    ['Anything else' as PaymentStatus, 'before', BEFORE, 'Failed']
  ])('of a %s booking %s its ride', (payment_status, _, times, status) => {
    expect(displayStatus({ ...times, payment_status }, NOW)).toBe(status)
  })
  test.each([
    [0, 60, 'Active'],
    [-60, 0, 'Active']
  ])('is Active exactly at its start and at its end', (from, to, status) => {
    expect(displayStatus({ ...ride(from, to), payment_status: 'Completed' }, NOW)).toBe(status)
  })
  test.each([
    [1, 'Payment Pending'],
    [0, 'Failed'],
    [-1, 'Failed']
  ])('of an unpaid booking whose hold expires in %i minutes is %s', (minutes, status) => {
    const unpaid = { ...BEFORE, expires_at: at(minutes).toISOString(), payment_status: 'Pending' as const }
    expect(displayStatus(unpaid, NOW)).toBe(status)
  })
  test('reads times without a zone as UTC', () => {
    const times = { end_time: '2026-06-15T14:30:00', start_time: '2026-06-15 13:30:00' }
    expect(displayStatus({ ...times, payment_status: 'Completed' }, NOW)).toBe('Active')
  })
  test('of a paid ride only changes from Upcoming to Active to Completed', () => {
    const order = ['Upcoming', 'Active', 'Completed']
    const minutes = fc.integer({ max: 3000, min: -3000 })
    fc.assert(
      fc.property(minutes, fc.integer({ max: 1440, min: 30 }), minutes, minutes, (from, length, one, other) => {
        const booking = { ...ride(from, from + length), payment_status: 'Completed' as const }
        const earlier = displayStatus(booking, at(Math.min(one, other)))
        const later = displayStatus(booking, at(Math.max(one, other)))
        expect(order.indexOf(later)).toBeGreaterThanOrEqual(order.indexOf(earlier))
      })
    )
  })
  test('is always one of five, and an unpaid one is never Upcoming, Active or Completed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PAYMENT_STATUSES),
        fc.constantFrom(BEFORE, DURING, AFTER),
        (payment_status, times) => {
          const status = displayStatus({ ...times, payment_status }, NOW)
          expect(DISPLAY_STATUSES).toContain(status)
          if (payment_status !== 'Completed') expect(['Payment Pending', 'Failed']).toContain(status)
        }
      )
    )
  })
})

describe('the payment status on the wire', () => {
  test.each([
    ['held', 'Pending'],
    ['confirmed', 'Completed'],
    ['released', 'Failed'],
    ['expired', 'Failed'],
    ['refund_due', 'Refunded'],
    ['refunded', 'Refunded'],
    ['cancelled', 'Cancelled']
  ] as const)('of a booking that is %s is %s', (state, status) => {
    expect(paymentStatusOf({ hold_until: at(1), settling: false, state }, NOW)).toBe(status)
  })
  test('of an expired hold is Failed, before and after the sweep', () => {
    expect(paymentStatusOf({ hold_until: NOW, settling: false, state: 'held' }, NOW)).toBe('Failed')
  })
  test('of a hold whose payment is being settled stays Pending', () => {
    expect(paymentStatusOf({ hold_until: at(-1), settling: true, state: 'held' }, NOW)).toBe('Pending')
  })
})
