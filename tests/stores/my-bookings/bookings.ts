import * as v from 'valibot'
import { type Booking, booking as bookingSchema } from '#contract/bookings/my-bookings.ts'

// Bookings in several states, and the time at which My Bookings shows them.

/** 7:44 pm in India. */
export const NOW = new Date('2026-06-15T14:14:00Z')
export const later = (ms: number) => new Date(NOW.getTime() + ms)

/** A paid ride from `start` until `end`, as the page parses it, with `more` of its fields. */
export function booking(id: string, start: string, end: string, more: Partial<Booking> = {}): Booking {
  const fields = { end_time: end, id, payment_status: 'Completed', scooter: { name: 'Ather' }, start_time: start }
  return v.parse(bookingSchema, { ...fields, ...more })
}
export const riding = booking('riding', '2026-06-15T13:30:00Z', '2026-06-15T16:30:00Z', { otp_pin: '482915' })
export const tomorrow = booking('tomorrow', '2026-06-16T03:00:00Z', '2026-06-16T04:00:00Z')
export const held = booking('held', '2026-06-15T18:00:00Z', '2026-06-15T19:00:00Z', {
  expires_at: later(60_000).toISOString(),
  payment_status: 'Pending'
})
export const saturday = booking('saturday', '2026-06-13T13:00:00Z', '2026-06-13T16:00:00Z')
export const refunded = booking('refunded', '2026-06-20T13:00:00Z', '2026-06-20T14:00:00Z', {
  payment_status: 'Refunded'
})
