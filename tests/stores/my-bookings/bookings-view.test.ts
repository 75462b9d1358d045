import { describe, expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { bookingsView } from '#stores/my-bookings/bookings.ts'

const NOW = new Date('2026-06-15T14:14:00Z')

function booking(id: string, more: Partial<Booking> = {}): Booking {
  return {
    end_time: '2026-06-15T16:30:00Z',
    id,
    payment_status: 'Completed',
    scooter: { name: 'Ather' },
    start_time: '2026-06-15T13:30:00Z',
    ...more
  } as Booking
}
const riding = booking('riding')
const held = booking('held', { expires_at: '2026-06-15T14:20:00Z', payment_status: 'Pending' })
const cancelled = booking('cancelled', { payment_status: 'Cancelled' })
const expired = booking('expired', { payment_status: 'Failed' })
const extension = {
  amount: 50,
  end_time: '2026-06-15T17:30:00Z',
  expires_at: '2026-06-15T14:20:00Z',
  id: 'extension',
  is_settling: false
}

const ids = (bookings: readonly Booking[]) => bookings.map(({ id }) => id)
function view(bookings: readonly Booking[], unconfirmedIds: readonly string[] = []) {
  const { current, hasRides, notices, payableExtensions } = bookingsView(bookings, unconfirmedIds, NOW)
  return { current: ids(current), hasRides, notices: ids(notices), payable: [...payableExtensions.keys()] }
}

describe('the largest card', () => {
  const ended = booking('ended', {
    end_time: '2026-06-15T14:00:00Z',
    return_until: '2026-06-15T15:00:00Z',
    start_time: '2026-06-15T12:00:00Z'
  })
  const next = booking('next', { end_time: '2026-06-16T16:30:00Z', start_time: '2026-06-16T13:30:00Z' })
  test.each([
    ['runs', [ended, riding, next], 'riding'],
    ['is to be returned', [ended, next], 'ended'],
    ['comes next', [next], 'next']
  ])('is of the ride that %s', (_, bookings, id) => {
    expect(bookingsView(bookings, [], NOW).mainRide?.id).toBe(id)
  })
})

describe('the top of My Bookings', () => {
  test('shows what was cancelled, and nothing about rides and unpaid bookings', () => {
    expect(view([riding, held, cancelled, expired])).toEqual({
      current: ['riding', 'held'],
      hasRides: true,
      notices: ['cancelled'],
      payable: []
    })
  })
  test.each([
    ['the backend', [{ ...held, is_settling: true }], []],
    ['this device', [held], ['held']]
  ])('shows first a payment that %s waits for, in place of its card', (_, bookings, unconfirmedIds) => {
    expect(view([cancelled, ...bookings, riding], unconfirmedIds)).toEqual({
      current: ['riding'],
      hasRides: true,
      notices: ['held', 'cancelled'],
      payable: []
    })
  })
  test.each([
    ['the backend', { ...extension, is_settling: true }, []],
    ['this device', extension, ['extension']]
  ])('shows the payment for an extension that %s waits for, and keeps the card of the ride', (_, unpaid, ids) => {
    const { current, notices, payable } = view([{ ...riding, extension: unpaid }], ids)
    expect([current, notices, payable]).toEqual([['riding'], ['extension'], []])
  })
  test('has the payment of an extension on the card of its ride', () => {
    expect(view([{ ...riding, extension }, held]).payable).toEqual(['riding'])
  })
  test('offers to book a scooter if no booking was completed', () => {
    expect(view([cancelled, expired]).hasRides).toBe(false)
    expect(view([held], ['held']).hasRides).toBe(true)
    expect(view([booking('past', { end_time: '2026-06-15T14:00:00Z' })]).hasRides).toBe(true)
  })
})
