import { describe, expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import type { PaymentStatus } from '#domain/bookings/booking-status.ts'
import { bookingsView, hasNotice, sectionsOf } from '#stores/my-bookings/bookings.ts'
import { booking, held, later, NOW, refunded, riding, saturday, tomorrow } from './bookings.ts'

const ids = (bookings: readonly Booking[]) => bookings.map(({ id }) => id)

describe('the sections of My Bookings', () => {
  test('list the soonest ride first, whether paid or on hold', () => {
    expect(ids(sectionsOf([tomorrow, held, riding], [], NOW).current)).toEqual(['riding', 'held', 'tomorrow'])
  })
  test('list the latest past ride first', () => {
    const may = booking('may', '2026-05-31T05:30:00Z', '2026-05-31T11:30:00Z')
    expect(ids(sectionsOf([may, saturday], [], NOW).past)).toEqual(['saturday', 'may'])
  })
  test('list a ride as current until its end, and as past after it', () => {
    const end = new Date(riding.end_time)
    expect(ids(sectionsOf([riding], [], end).current)).toEqual(['riding'])
    expect(ids(sectionsOf([riding], [], new Date(end.getTime() + 1)).past)).toEqual(['riding'])
  })
  test('move an unpaid booking to not completed when its hold ends', () => {
    expect(ids(sectionsOf([held], [], later(59_999)).current)).toEqual(['held'])
    expect(ids(sectionsOf([held], [], later(60_000)).not_completed)).toEqual(['held'])
  })
  test('keep an unpaid booking whose hold has no end, as specified', () => {
    expect(ids(sectionsOf([{ ...held, expires_at: null }], [], later(9e9)).current)).toEqual(['held'])
  })
  test.each(['Failed', 'Refunded', 'Cancelled', 'Something else' as PaymentStatus] as const)(
    'list a %s booking in neither section',
    payment_status => {
      const { current, not_completed, past } = sectionsOf([{ ...riding, payment_status }], [], NOW)
      expect([current.length, past.length, not_completed.length]).toEqual([0, 0, 1])
    }
  )
  test('contain every booking exactly once', () => {
    const all = [riding, tomorrow, held, saturday, refunded]
    const { current, not_completed, past } = sectionsOf(all, [], NOW)
    expect(ids([...current, ...past, ...not_completed]).sort()).toEqual(ids(all).sort())
  })
})

describe('a booking that is not confirmed', () => {
  test('has a notice until its ride would have ended, or longer if its refund is pending', () => {
    const end = new Date(refunded.end_time)
    const wasPending = { ...refunded, refund_status: 'pending' as const }
    expect(hasNotice(refunded, new Date(end.getTime() - 1))).toBe(true)
    expect([hasNotice(refunded, end), hasNotice(wasPending, end)]).toEqual([false, true])
    expect(hasNotice({ ...refunded, payment_status: 'Failed' }, NOW)).toBe(false)
  })
})

const cancelled: Booking = { ...riding, id: 'cancelled', payment_status: 'Cancelled' }
const expired: Booking = { ...riding, id: 'expired', payment_status: 'Failed' }
const extension = {
  amount: 50,
  end_time: '2026-06-15T17:30:00Z',
  expires_at: '2026-06-15T14:20:00Z',
  id: 'extension',
  is_settling: false
}

function view(bookings: readonly Booking[], unconfirmedIds: readonly string[] = []) {
  const { current, hasRides, notices, payableExtensions } = bookingsView(bookings, unconfirmedIds, NOW)
  return { current: ids(current), hasRides, notices: ids(notices), payable: [...payableExtensions.keys()] }
}

describe('the largest card', () => {
  const ended = booking('ended', '2026-06-15T12:00:00Z', '2026-06-15T14:00:00Z', {
    return_until: '2026-06-15T15:00:00Z'
  })
  test.each([
    ['runs', [ended, riding, tomorrow], 'riding'],
    ['is to be returned', [ended, tomorrow], 'ended'],
    ['comes next', [tomorrow], 'tomorrow']
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
    expect(view([saturday]).hasRides).toBe(true)
  })
})
