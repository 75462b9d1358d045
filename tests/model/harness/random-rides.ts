import fc from 'fast-check'
import { windowFrom } from '#domain/bookings/slots.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { settle } from '#server/payments/settle.ts'
import { markSettling } from '#server/slots/hold-deadlines.ts'
import { reserve } from '#server/slots/reserve.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { setRule } from '#tests/model/harness/seed.ts'
import { now } from './clock.ts'
import { storedBooking } from './harness.ts'
import { holdRequest } from './sample-bookings.ts'
import { RIDERS, type Rider, type Scooter } from './seed.ts'

// Random rides in every state, and what HOLD answers beside them.

export const BUFFERS = [0, 30, 60, 90, 120]
const FATES = ['held', 'paid', 'expired', 'released', 'returned', 'settling'] as const

let count = 0

export interface RideRequest {
  buffer?: number
  hours?: number
  rider: Rider
  scooter?: Scooter
  start: Date
}

export async function ask({ buffer = 30, hours = 1, rider, scooter = 's0', start }: RideRequest) {
  const id = `b${++count}`
  const window = windowFrom(start, hours)
  const request = holdRequest({ buffer_minutes: buffer, hours, id, scooter_id: scooter, user_id: rider, window })
  return { id, ...(await reserve(request, now())) }
}

export async function pay(id: string): Promise<void> {
  const booking = storedBooking(id)
  if (!booking) return
  const window = { end_at: new Date(booking.end_at * 1000), start_at: new Date(booking.start_at * 1000) }
  await settle({ booking: { id, ...window }, now: now(), payment: { amount: 5000, currency: 'INR', id: `pay-${id}` } })
}

export const setBuffer = (minutes: number) => setRule('buffer_minutes', minutes)

/** The claims of an unpaid hold count until its deadline, whether or not it was swept. */
export function expireHold(id: string): void {
  const deadline = now().getTime() / 1000
  rows("UPDATE bookings SET hold_until = ? WHERE id = ? AND state = 'held'", deadline, id)
  rows('UPDATE slot_claims SET hold_until = ? WHERE booking_id = ? AND hold_until IS NOT NULL', deadline, id)
}

export const arbitraryRide = fc.record({
  buffer: fc.constantFrom(...BUFFERS),
  fate: fc.constantFrom(...FATES),
  halfHours: fc.integer({ max: 95, min: -48 }),
  hours: fc.constantFrom(1, 3, 6, 24),
  rider: fc.constantFrom(...RIDERS),
  scooter: fc.constantFrom<Scooter>('s0', 's0', 's0', 's1')
})

/** Cut to ten minutes past the half hour, half an hour before its end. */
function returnEarly(id: string): void {
  rows("UPDATE bookings SET end_at = end_at - 1200 WHERE id = ? AND state = 'confirmed'", id)
}

type RandomRide = typeof arbitraryRide extends fc.Arbitrary<infer Ride> ? Ride : never

/** `from` is the start of the ride of no half hours. */
export async function happen(ride: RandomRide, from: Date): Promise<void> {
  const start = addMinutes(from, ride.halfHours * 30)
  const { id, outcome } = await ask({ ...ride, start })
  if (outcome !== 'held' || ride.fate === 'held') return
  if (ride.fate === 'expired') return expireHold(id)
  if (ride.fate === 'settling') return void (await markSettling(id, addMinutes(now(), 60), now()))
  if (ride.fate === 'released') {
    rows("UPDATE bookings SET state = 'released', hold_until = NULL WHERE id = ?", id)
    rows('DELETE FROM slot_claims WHERE booking_id = ?', id)
    return
  }
  await pay(id)
  if (ride.fate === 'returned') returnEarly(id)
}

/** What HOLD answers. Leaves no booking behind. */
export async function triedHold(ride: RideRequest) {
  const { id, outcome } = await ask(ride)
  rows('DELETE FROM slot_claims WHERE booking_id = ?', id)
  rows('DELETE FROM bookings WHERE id = ?', id)
  return outcome
}
