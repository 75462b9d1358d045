import { extendBooking } from '#contract/bookings/manage-ride.ts'
import { CELL_SECONDS } from '#domain/bookings/slots.ts'
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

// Paid rides at any time, with extensions: booked by calls, or as the database stores them.

export type Ride = Awaited<ReturnType<typeof paidRide>>

export const storedRow = (id: string) => storedBooking({ id })

const nowSeconds = () => Math.floor(Date.now() / 1000)

const CLAIM_WINDOW = `
INSERT INTO slot_claims (scooter_id, cell, booking_id, hold_until)
WITH RECURSIVE cells (cell) AS (
  SELECT start_at / ${CELL_SECONDS} FROM bookings WHERE id = ?1 UNION ALL
  SELECT cell + 1 FROM cells WHERE (cell + 1) * ${CELL_SECONDS} < (SELECT end_at FROM bookings WHERE id = ?1))
SELECT scooter_id, cell, id, hold_until FROM cells JOIN bookings ON id = ?1`

/** Claims the time of an inserted booking. */
export const claimWindow = (id: string) => sql(CLAIM_WINDOW, id)

/** Moves a booking with its claims, also to another scooter. Unix seconds. */
async function move(
  id: string,
  { from, scooter, to }: { from: number; scooter?: string | undefined; to: number }
): Promise<void> {
  await sql('DELETE FROM slot_claims WHERE booking_id = ?', id)
  await sql('UPDATE bookings SET start_at = ?2, end_at = ?3 WHERE id = ?1', id, from, to)
  if (scooter) await sql('UPDATE bookings SET scooter_id = ?2 WHERE id = ?1', id, scooter)
  await claimWindow(id)
}

/** The start of a half hour, counted from the present one. Unix seconds. */
export const halfHour = (count: number) => (Math.floor(nowSeconds() / CELL_SECONDS) + count) * CELL_SECONDS

/** Another rider's paid ride. Its start and end are half hours, counted from the present one. */
export async function rideUnderWay(from = -3, to = 8, scooter?: string): Promise<Ride> {
  const ride = await paidRide(await anotherRider())
  await move(ride.id, { from: halfHour(from), scooter, to: halfHour(to) })
  return ride
}

let extensions = 0

/** Adds an extension of an hour at the end of the ride, paid an hour ago for ₹50. Returns its id. */
export async function extend(ride: Ride, state: 'confirmed' | 'held' = 'confirmed') {
  const id = `extension-${++extensions}-${ride.id.slice(-8)}`
  const isPaid = state === 'confirmed'
  await sql(
    `INSERT INTO bookings (id, kind, ride_id, user_id, scooter_id, scooter_name, property_id, property_name, start_at,
                           end_at, hours, amount, state, hold_until, held_since, payment_id, paid_at, created_at,
                           updated_at)
     SELECT ?1, 'extension', id, user_id, scooter_id, scooter_name, property_id, property_name, last.end_at,
            last.end_at + 3600, 1, 50, ?3, ?4, unixepoch() - 3600, ?5, unixepoch() - 3600, unixepoch() - 3600,
            unixepoch() - 3600
       FROM bookings JOIN (SELECT max(end_at) AS end_at FROM bookings WHERE id = ?2 OR ride_id = ?2) last
      WHERE id = ?2`,
    id,
    ride.id,
    state,
    isPaid ? null : nowSeconds() + 600,
    isPaid ? `pay_${id}` : null
  )
  if (isPaid) {
    await sql(
      `INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at)
       VALUES (?1, ?2, ?1, 'captured', 5000, 'INR', unixepoch() - 3600)`,
      `pay_${id}`,
      id
    )
  } else await sql('UPDATE bookings SET held_since = unixepoch() WHERE id = ?', id)
  await claimWindow(id)
  return id
}

/** The cells that a booking owns, in order. */
export async function cellsOfRow(id: string) {
  const rows = await sql<{ cell: number }>('SELECT cell FROM slot_claims WHERE booking_id = ? ORDER BY cell', id)
  return rows.map(({ cell }) => cell)
}

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
  const { end_at } = await storedBooking(ride)
  const by = Math.round((end_at - (nowSeconds() - endedMinutesAgo * 60)) / 1800) * 1800
  for (const { id } of [ride, ...(extension ? [extension] : [])]) {
    await sql('UPDATE bookings SET start_at = start_at - ?1, end_at = end_at - ?1 WHERE id = ?2', by, id)
    await sql('UPDATE slot_claims SET cell = cell - ?1 WHERE booking_id = ?2', by / 1800, id)
  }
}
