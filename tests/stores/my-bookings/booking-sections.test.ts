import { describe, expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import type { PaymentStatus } from '#domain/bookings/booking-status.ts'
import { hasNotice, sectionsOf } from '#stores/my-bookings/bookings.ts'
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
