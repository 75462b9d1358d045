import { asc, eq, or, sql } from 'drizzle-orm'
import { db } from '#server/db/client.ts'
import { bookings, payments, refunds } from '#server/db/schema.ts'
import { refusal } from '#server/runtime/errors.ts'

const REFUNDED_PAISE = sql<number>`(SELECT coalesce(sum(${refunds.paise}), 0) FROM ${refunds}
 WHERE ${refunds.payment_id} = ${bookings.payment_id})`

type Booking = typeof bookings.$inferSelect

/** A booking with the payment that confirmed it; 0 without one. */
export interface BookingWithPayment extends Booking {
  paidPaise: number
  /** What was or will be refunded of that payment. */
  refundedPaise: number
}

export interface RideWithPayments {
  booking: BookingWithPayment
  /** The booking, and the extensions if it is a ride. By start. */
  rows: BookingWithPayment[]
}

/** Throws 404 if there is no such booking. */
export async function findRide(id: string): Promise<RideWithPayments> {
  const found = await db
    .select({ booking: bookings, paidPaise: payments.paise, refundedPaise: REFUNDED_PAISE })
    .from(bookings)
    .leftJoin(payments, eq(payments.id, bookings.payment_id))
    .where(or(eq(bookings.id, id), eq(bookings.ride_id, id)))
    .orderBy(asc(bookings.start_at))
  const rows = found.map(row => ({ ...row.booking, paidPaise: row.paidPaise ?? 0, refundedPaise: row.refundedPaise }))
  const booking = rows.find(row => row.id === id)
  if (!booking) throw refusal('booking_not_found')
  return { booking, rows }
}

export const paidRows = ({ rows }: RideWithPayments) => rows.filter(({ state }) => state === 'confirmed')

export function sumOf<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0)
}
