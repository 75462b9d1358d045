import { asc, eq, or, sql } from 'drizzle-orm'
import {
  type CancellationTerms,
  DEFAULT_TERMS,
  freeUntil,
  type KeptReason,
  refundPaise,
  refundPercent,
  withTermsStart
} from '#domain/bookings/cancellation.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { PAISE_PER_RUPEE, rupeesOf } from '#domain/money.ts'
import { db, prepareNamed } from '#server/db/client.ts'
import { type BookingRow, bookings } from '#server/db/schema/bookings.ts'
import { payments } from '#server/db/schema/payments.ts'
import { isoFrom, parseTrustedJson, withoutIndex } from '#server/db/sql.ts'
import { refundedPaise, unrefundedPaise } from '#server/payments/refunds/insert-refund.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { isRowOf, rideOf } from '#server/slots/booking-sql.ts'

// A ride with its extensions, each a row of `bookings` with its own payment.

/** SQL: what was or will be refunded of the payment that confirmed the booking; 0 without a payment. */
export const REFUNDED_PAISE = sql<number>`${sql.raw(refundedPaise('bookings.payment_id'))}`

/** SQL: paise of the row `b` and its payment `p`. */
const CAPTURED = `coalesce(p.paise, b.amount * ${PAISE_PER_RUPEE})`

/**
 * SQL: JSON of what was captured for a ride with its extensions and of what goes back, as `rideMoneyFrom` reads it. A
 * cancelled row may have kept a part of its payment.
 */
export const rideMoney = (ride: string) => `(
SELECT json_object(
         'references', group_concat((SELECT group_concat(r.bank_reference) FROM refunds r WHERE r.booking_id = b.id))
           FILTER (WHERE b.id = ${ride} OR b.state IN ('confirmed', 'cancelled')),
         'paid', sum(${CAPTURED} - ${refundedPaise('b.payment_id')}),
         'extended', json_group_array(json_object(
           'hours', b.hours, 'paise', ${CAPTURED}, 'refunded', ${refundedPaise('b.payment_id')},
           'start_at', b.start_at, 'is_cancelled', b.state = 'cancelled'
         )) FILTER (WHERE b.kind = 'extension' AND b.state IN ('confirmed', 'cancelled')))
  FROM bookings b LEFT JOIN payments p ON p.id = b.payment_id
 WHERE ${isRowOf('b', ride)} AND (b.payment_id IS NOT NULL OR ${withoutIndex('b.state')} = 'confirmed'))`

/** The sums that a rider and the staff read. A sum that is `amount` anyway is left out. */
export function rideMoneyFrom(json: string, amount?: number) {
  const { extended, paid, references } = parseTrustedJson<{
    extended: { hours: number; is_cancelled: 0 | 1; paise: number; refunded: number; start_at: number }[]
    paid: number | null
    /** With commas between them. Two rows can share a refund. */
    references: string | null
  }>(json)
  const byStart = extended.toSorted((one, other) => one.start_at - other.start_at)
  const lines = byStart.map(({ hours, is_cancelled, paise, refunded, start_at }) => ({
    amount: rupeesOf(paise),
    hours,
    ...(refunded > 0 && { refund: rupeesOf(refunded) }),
    ...(!is_cancelled && { start_time: isoFrom(start_at) })
  }))
  return {
    ...(paid !== null && rupeesOf(paid) !== amount && { paid: rupeesOf(paid) }),
    ...(lines.length > 0 && { extended: lines }),
    ...(references !== null && { bank_references: [...new Set(references.split(','))] })
  }
}

const SELECT_MONEY = `
SELECT ${rideMoney('ride.id')} AS money, ${unrefundedPaise('row.payment_id')} AS kept,
       row.kind = 'extension' AND ride.state = 'confirmed' AS is_of_return
  FROM bookings row JOIN bookings ride ON ride.id = ${rideOf('row')} WHERE row.id = :id`

/** What the staff read about the money of a row: that of its ride, and why a cancelled row keeps something. */
export async function moneyOf({ cancelled_by, id, refund_percent, state }: BookingRow) {
  const query = prepareNamed(SELECT_MONEY, { id })
  const row = await query.first<{ is_of_return: 0 | 1; kept: number | null; money: string }>()
  if (!row) return {}
  // An admin who cancels otherwise keeps nothing.
  const ofRide = cancelled_by === 'admin' ? 'did_not_come' : 'cancelled_late'
  const reason: KeptReason = row.is_of_return ? 'returned_early' : ofRide
  const isKept = state === 'cancelled' && refund_percent !== null && row.kept
  return {
    kept: isKept ? { amount: rupeesOf(row.kept ?? 0), percent: refund_percent, reason } : null,
    ride: rideMoneyFrom(row.money)
  }
}

/** A booking with the amounts of the payment that confirmed it. Without a payment they are 0. */
export interface RideRow extends BookingRow {
  paidPaise: number
  /** What was or will be refunded of that payment. */
  refundedPaise: number
  /** What is left of it. */
  unrefundedPaise: number
}

export interface Ride {
  /** The row with the requested id: the first one or an extension. */
  booking: RideRow
  /** The row of kind 'ride'. */
  rideRow: RideRow
  /** All rows, by start. */
  rows: RideRow[]
}

/** Finds the ride that has this id, or an extension with it. Throws 404 if there is none. */
export async function findRide(id: string): Promise<Ride> {
  const ride = sql`(SELECT ${sql.raw(rideOf('requested'))} FROM bookings requested WHERE requested.id = ${id})`
  const selected = await db
    .select({ booking: bookings, paidPaise: payments.paise, refundedPaise: REFUNDED_PAISE })
    .from(bookings)
    .leftJoin(payments, eq(payments.id, bookings.payment_id))
    .where(or(eq(bookings.id, ride), eq(bookings.ride_id, ride)))
    .orderBy(asc(bookings.start_at))
  const rows = selected.map(({ booking, paidPaise, refundedPaise }) => {
    const paid = paidPaise ?? 0
    return { ...booking, paidPaise: paid, refundedPaise, unrefundedPaise: paid - refundedPaise }
  })
  const booking = rows.find(row => row.id === id)
  const rideRow = rows.find(({ kind }) => kind === 'ride')
  if (!booking || !rideRow) throw refusal('booking_not_found')
  return { booking, rideRow, rows }
}

/** Throws 404 unless the ride is the rider's own. */
export async function findOwnRide(id: string, riderId: string): Promise<Ride> {
  const ride = await findRide(id)
  if (ride.rideRow.user_id !== riderId) throw refusal('booking_not_found')
  return ride
}

export const paidRowsOf = ({ rows }: Ride) => rows.filter(({ state }) => state === 'confirmed')

/** When a ride ends, with its paid extensions; 1970 if none of it is paid. */
export const endOf = (ride: Ride) => new Date(Math.max(...paidRowsOf(ride).map(({ end_at }) => end_at.getTime()), 0))

/** From when on its rider has a paid ride. One that starts at once is paid after its start. */
export const effectiveStartOf = ({ rideRow: { paid_at, start_at } }: Ride) =>
  paid_at && paid_at > start_at ? paid_at : start_at

export const termsOf = ({ rideRow }: Ride): CancellationTerms => rideRow.terms ?? DEFAULT_TERMS

/** What a row refunds if it is cancelled at some time. */
export interface RefundShare {
  /** When its full refund ends. */
  freeUntil: Date
  percent: number
  row: RideRow
  /** Includes what was refunded before. */
  sharePaise: number
  /** What of the share is left to refund. */
  leftPaise: number
}

/**
 * What each of these rows of a ride refunds at this time. Those with the same percentage are rounded as one, because a
 * rounding of each would refund more for a ride in many parts.
 */
export function refundSharesOf(ride: Ride, rows: readonly RideRow[], at: Date): RefundShare[] {
  const terms = termsOf(ride)
  const paidPaise = new Map<number, number>()
  return rows.map(row => {
    const judged = withTermsStart(row, ride.rideRow.start_at)
    const percent = refundPercent(judged, terms, at) ?? 0
    const before = paidPaise.get(percent) ?? 0
    const sum = before + row.paidPaise
    paidPaise.set(percent, sum)
    const sharePaise = refundPaise(sum, percent) - refundPaise(before, percent)
    const leftPaise = Math.max(0, sharePaise - row.refundedPaise)
    return { freeUntil: freeUntil(judged, terms), leftPaise, percent, row, sharePaise }
  })
}

/** Of rows that are cancelled without a loss: all that is left of their payments. */
export const fullSharesOf = (rows: readonly RideRow[], at: Date): RefundShare[] =>
  rows.map(row => ({
    freeUntil: at,
    leftPaise: row.unrefundedPaise,
    percent: 100,
    row,
    sharePaise: row.paidPaise
  }))

/** What the operator owes beside the refund if it cancels the ride then: what its rider would lose by cancelling. */
export function owedPaise(ride: Ride, at: Date): number {
  if (!termsOf(ride).operator_bears || at >= ride.rideRow.start_at) return 0
  const shares = refundSharesOf(ride, paidRowsOf(ride), at)
  return sumBy(shares, ({ leftPaise, row }) => row.unrefundedPaise - leftPaise)
}
