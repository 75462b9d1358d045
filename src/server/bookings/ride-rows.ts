import { eq, or, sql } from 'drizzle-orm'
import { DEFAULT_TERMS, refundPaise, refundPercent } from '#domain/bookings/cancellation.ts'
import { db } from '#server/db/client.ts'
import { bookings, payments, refunds } from '#server/db/schema.ts'
import { refusal } from '#server/runtime/errors.ts'

// A ride with its extensions, each a row of `bookings` with its own payment.

const REFUNDED_PAISE = sql<number>`(SELECT coalesce(sum(${refunds.paise}), 0) FROM ${refunds}
 WHERE ${refunds.payment_id} = ${bookings.payment_id})`

function selectRows(id: string) {
  const ride = sql`(SELECT coalesce(given.ride_id, given.id) FROM bookings given WHERE given.id = ${id})`
  return db
    .select({
      end_at: bookings.end_at,
      id: bookings.id,
      kind: bookings.kind,
      paid_at: bookings.paid_at,
      paid_paise: payments.paise,
      payment_id: bookings.payment_id,
      refunded_paise: REFUNDED_PAISE,
      returned_at: bookings.returned_at,
      start_at: bookings.start_at,
      state: bookings.state,
      terms: bookings.terms,
      user_id: bookings.user_id
    })
    .from(bookings)
    .leftJoin(payments, eq(payments.id, bookings.payment_id))
    .where(or(eq(bookings.id, ride), eq(bookings.ride_id, ride)))
}

type RideRow = Awaited<ReturnType<typeof selectRows>>[number]

export interface Ride extends RideRow {
  extensions: readonly RideRow[]
}

/** Finds the ride with this id, or with an extension of this id. Throws 404 if there is none. */
export async function findRide(id: string): Promise<Ride> {
  const rows = await selectRows(id)
  const first = rows.find(({ kind }) => kind === 'ride')
  if (!first) throw refusal('booking_not_found')
  return { ...first, extensions: rows.filter(row => row !== first) }
}

/** The share of its payment that a row refunds if it is cancelled now. */
export interface RefundShare {
  id: string
  payment_id: string | null
  percent: number
  /** Includes what was refunded before. */
  paise: number
  /** What of the share is left to refund. */
  refundPaise: number
}

/** The paid extensions that have not begun, at the terms of their ride. */
export function sharesAhead({ extensions, terms }: Ride, now: Date): RefundShare[] {
  return extensions
    .filter(({ start_at, state }) => state === 'confirmed' && start_at > now)
    .map(row => {
      const percent = refundPercent(row, terms ?? DEFAULT_TERMS, now) ?? 0
      const paise = refundPaise(row.paid_paise ?? 0, percent)
      return {
        id: row.id,
        paise,
        payment_id: row.payment_id,
        percent,
        refundPaise: Math.max(0, paise - row.refunded_paise)
      }
    })
}
