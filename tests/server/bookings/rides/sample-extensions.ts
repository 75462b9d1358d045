import { extendBooking } from '#contract/bookings/manage-ride.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { sql } from '#tests/helpers/servers/app.ts'
import {
  anotherRider,
  type HeldBooking,
  paidAtBank,
  paidRide,
  reportPayment,
  storedBooking
} from '#tests/server/payments/sample-bookings.ts'

// Paid rides and their extensions.

/** A rider of its own, whose other rides do not overlap the extensions. */
export const newRide = async () => paidRide(await anotherRider())

export const endOf = ({ start_time }: HeldBooking, hours = 1) =>
  addMinutes(new Date(start_time), hours * 60).toISOString()

/** A hold of the time after the ride. */
export async function heldExtension(ride: HeldBooking, hours = 1): Promise<HeldBooking> {
  const order = await ride.rider.call(extendBooking, { body: { hours }, params: { id: ride.id } })
  return { ...ride, id: order.session_id, order, start_time: endOf(ride) }
}

export async function paidExtension(ride: HeldBooking, hours = 1): Promise<HeldBooking> {
  const extension = await heldExtension(ride, hours)
  await reportPayment(extension, paidAtBank(extension))
  return extension
}

export const stateOf = async (booking: HeldBooking) => (await storedBooking(booking)).state

/** Moves a ride and its extension of one hour each, so that the ride ended at the half hour this long ago. */
export async function shift(
  ride: HeldBooking,
  extension: HeldBooking | null,
  { endedMinutesAgo }: { endedMinutesAgo: number }
) {
  const [{ end_at } = { end_at: 0 }] = await sql<{ end_at: number }>(
    'SELECT end_at FROM bookings WHERE id = ?',
    ride.id
  )
  const now = Math.floor(Date.now() / 1000)
  const by = Math.round((end_at - (now - endedMinutesAgo * 60)) / 1800) * 1800
  for (const { id } of [ride, ...(extension ? [extension] : [])]) {
    await sql('UPDATE bookings SET start_at = start_at - ?1, end_at = end_at - ?1 WHERE id = ?2', by, id)
    await sql('UPDATE slot_claims SET cell = cell - ?1 WHERE booking_id = ?2', by / 1800, id)
  }
}
