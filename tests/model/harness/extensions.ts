import { expect } from 'vitest'
import { type TimeWindow, windowFrom } from '#domain/bookings/slots.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { settle } from '#server/payments/settle.ts'
import { type HoldRequest, reserve } from '#server/slots/reserve.ts'
import { now, START_TIME } from './clock.ts'
import { storedBookings } from './harness.ts'
import { holdRequest, START } from './sample-bookings.ts'

/** The end of the ride of a sample. */
export const RIDE_END = addMinutes(START, 60)

/** Asks for the hour after a ride of a sample, unless a field says otherwise. Returns the answer with its request. */
export const extendRide = (ride: string, fields: Partial<HoldRequest> = {}, at: Date = now()) =>
  holdNext({ ride_id: ride, ...fields }, at)

/** The same as a ride of its own, unless `ride_id` is set. */
export async function holdNext(
  { window = windowFrom(RIDE_END, 1), ...fields }: Partial<HoldRequest> = {},
  at: Date = now()
) {
  const request = holdRequest({ id: `extension-${storedBookings().length}`, window, ...fields })
  return { id: request.id, window, ...(await reserve(request, at)) }
}

/** A paid ride of an hour on s0 by r0, unless a field says otherwise, from so many minutes after START_TIME. */
export async function paidRide(start: number, fields: Partial<HoldRequest> = {}): Promise<string> {
  const ride = await holdNext({ window: windowFrom(addMinutes(START_TIME, start), fields.hours ?? 1), ...fields })
  expect(ride.outcome).toBe('held')
  await payExtension(ride)
  return ride.id
}

/** Pays an extension. Returns the state that it gets. */
export async function payExtension({ id, window }: { id: string; window: TimeWindow }, at: Date = now()) {
  const booking = { end_at: window.end, id, start_at: window.start }
  const { state } = await settle({ booking, now: at, payment: { amount: 5000, currency: 'INR', id: `pay-${id}` } })
  return state
}
