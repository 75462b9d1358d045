import type { D1PreparedStatement } from '@cloudflare/workers-types'
import type { BookingState } from '#domain/booking-status.ts'
import { cellsOf } from '#domain/booking-window.ts'
import type { RefundReason } from '#domain/refunds.ts'
import { auditStatement } from '#server/admin/audit-log.ts'
import type { Admin } from '#server/auth/actor.ts'
import { hasOwnRide, isDeleted, overlap } from '#server/bookings/guards.ts'
import { d1 } from '#server/db/client.ts'
import { secondsOf } from '#server/db/instants.ts'
import type { DisputeOverride } from '#server/disputes/guard.ts'

// SETTLE: the effect of a captured payment on its booking. It ends in one of two states: the booking is confirmed with
// this payment, or this payment has one refund.
//
// Every batch here is forward-only and idempotent, so retries and any order of events give the same result.

// The hold is live or settling, or the ride has not started. The scooter is not deleted and the rider has no other ride
// at that time.
const CAN_BE_CONFIRMED = `state IN ('held', 'expired', 'released')
   AND ((state = 'held' AND (settling = 1 OR hold_until > ?2)) OR ?2 < start_at)
   AND NOT ${isDeleted('bookings')} AND NOT ${hasOwnRide('bookings')}`

// A payment with a refund row pays for nothing: it was refunded at the provider, or its amount was wrong.
const HAS_NO_REFUND = 'NOT EXISTS (SELECT 1 FROM refunds WHERE payment_id = ?5)'

const RECORD = `
INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at)
VALUES (?1, ?2, ?1, 'captured', ?3, ?4, ?5)
    ON CONFLICT DO NOTHING`

const REFUND_SECOND_PAYMENT = `
INSERT INTO refunds (payment_id, booking_id, reason, status, created_at)
SELECT ?1, id, 'extra_payment', 'due', ?2 FROM bookings
 WHERE id = ?3 AND state IN ('confirmed', 'refund_due', 'refunded', 'cancelled') AND payment_id IS NOT ?1
    ON CONFLICT (payment_id) DO NOTHING`

// Expire dead holds by the same `now` that frees their claims. A clock that runs ahead then leaves no live hold without
// claims.
const END_DEAD_HOLDS = `
UPDATE bookings SET state = 'expired', hold_until = NULL, settling = 0, updated_at = ?2
 WHERE state = 'held' AND hold_until <= ?2 AND id <> ?1 AND +scooter_id = (SELECT scooter_id FROM bookings WHERE id = ?1)`

const FREE_DEAD_CLAIMS = `
DELETE FROM slot_claims
 WHERE hold_until IS NOT NULL AND hold_until <= ?2 AND booking_id <> ?1
   AND scooter_id = (SELECT scooter_id FROM bookings WHERE id = ?1) AND cell >= ?3 AND cell < ?4`

const RECLAIM = `
INSERT INTO slot_claims (scooter_id, cell, booking_id, hold_until)
WITH RECURSIVE cells (cell) AS (SELECT ?3 UNION ALL SELECT cell + 1 FROM cells WHERE cell + 1 < ?4)
SELECT b.scooter_id, cells.cell, b.id, ?2 + 60
  FROM cells JOIN (SELECT id, scooter_id FROM bookings
                    WHERE id = ?1 AND ${CAN_BE_CONFIRMED} AND ${HAS_NO_REFUND}) b ON TRUE
    ON CONFLICT (scooter_id, cell) DO NOTHING`

const CONFIRM = `
UPDATE bookings SET state = 'confirmed', hold_until = NULL, settling = 0, payment_id = ?5, updated_at = ?2
 WHERE id = ?1 AND ${CAN_BE_CONFIRMED} AND ${HAS_NO_REFUND}
   AND (SELECT count(*) FROM slot_claims WHERE booking_id = ?1 AND cell >= ?3 AND cell < ?4) = ?4 - ?3`

const CLAIM_FOR_GOOD = `
UPDATE slot_claims SET hold_until = NULL
 WHERE booking_id = ?1 AND EXISTS (SELECT 1 FROM bookings WHERE id = ?1 AND state = 'confirmed')`

// The rider's other unpaid holds at that time can no longer be paid. Settling holds stay until the provider answers.
const UNPAYABLE_HOLDS = `
SELECT h.id FROM bookings b
  JOIN bookings h ON h.user_id = b.user_id AND h.state = 'held' AND h.settling = 0 AND ${overlap('h', 'b')}
 WHERE b.id = ?1 AND b.state = 'confirmed'`

const FREE_UNPAYABLE_CLAIMS = `
DELETE FROM slot_claims WHERE hold_until IS NOT NULL AND booking_id IN (${UNPAYABLE_HOLDS})`

const RELEASE_UNPAYABLE_HOLDS = `
UPDATE bookings SET state = 'released', hold_until = NULL, held_since = NULL, updated_at = ?2
 WHERE id IN (${UNPAYABLE_HOLDS})`

const OWE_REFUND = `
UPDATE bookings SET state = 'refund_due', hold_until = NULL, settling = 0, payment_id = ?5, updated_at = ?2
 WHERE id = ?1 AND state IN ('held', 'expired', 'released') AND ${HAS_NO_REFUND}`

const FREE_LOST_CLAIMS = `
DELETE FROM slot_claims
 WHERE booking_id = ?1 AND EXISTS (SELECT 1 FROM bookings WHERE id = ?1 AND state = 'refund_due')`

const REFUND_LOST_SLOT = `
INSERT INTO refunds (payment_id, booking_id, reason, status, created_at)
SELECT ?1, id, CASE WHEN ${hasOwnRide('bookings')} THEN 'own_ride' ELSE 'slot_lost' END, 'due', ?2 FROM bookings
 WHERE id = ?3 AND state = 'refund_due' AND payment_id = ?1
    ON CONFLICT (payment_id) DO NOTHING`

const SELECT_SETTLED = 'SELECT state, payment_id FROM bookings WHERE id = ?1'

export interface SettleableBooking {
  id: string
  start_at: Date
  end_at: Date
}

/** As returned or signed by the provider. */
export interface CapturedPayment {
  id: string
  /** Paise; in other currencies the smallest unit. */
  amount: number
  currency: string
}

/** Statements to run in the same atomic batch. */
export type ExtraStatements = readonly D1PreparedStatement[]

function recordPayment({ id }: { id: string }, payment: CapturedPayment, now: Date): D1PreparedStatement {
  return d1.prepare(RECORD).bind(payment.id, id, payment.amount, payment.currency, secondsOf(now))
}

interface SettledBooking {
  /** Differs from the given payment's id if the booking was already paid by another one. */
  payment_id: string | null
  state: BookingState
}

/** Settles a captured payment in the booking's own amount and currency. Returns the booking's new state. */
export async function settle(
  booking: SettleableBooking,
  payment: CapturedPayment,
  now: Date,
  extraStatements: ExtraStatements = []
): Promise<SettledBooking> {
  const at = secondsOf(now)
  const { endCell, firstCell } = cellsOf({ end: booking.end_at, start: booking.start_at })
  const results = await d1.batchIdempotent<SettledBooking>([
    ...extraStatements,
    recordPayment(booking, payment, now),
    d1.prepare(REFUND_SECOND_PAYMENT).bind(payment.id, at, booking.id),
    d1.prepare(END_DEAD_HOLDS).bind(booking.id, at),
    d1.prepare(FREE_DEAD_CLAIMS).bind(booking.id, at, firstCell, endCell),
    d1.prepare(RECLAIM).bind(booking.id, at, firstCell, endCell, payment.id),
    d1.prepare(CONFIRM).bind(booking.id, at, firstCell, endCell, payment.id),
    d1.prepare(CLAIM_FOR_GOOD).bind(booking.id),
    d1.prepare(FREE_UNPAYABLE_CLAIMS).bind(booking.id),
    d1.prepare(RELEASE_UNPAYABLE_HOLDS).bind(booking.id, at),
    d1.prepare(OWE_REFUND).bind(booking.id, at, firstCell, endCell, payment.id),
    d1.prepare(FREE_LOST_CLAIMS).bind(booking.id),
    d1.prepare(REFUND_LOST_SLOT).bind(payment.id, at, booking.id),
    d1.prepare(SELECT_SETTLED).bind(booking.id)
  ])
  const settled = results.at(-1)?.results[0]
  if (!settled) throw new Error(`No booking ${booking.id} to settle`)
  return settled
}

// A payment that confirmed a ride is never marked as a mismatch later.
const INSERT_REFUND = `
INSERT INTO refunds (payment_id, booking_id, reason, status, refund_id, created_at)
SELECT ?1, ?2, ?3, ?4, ?5, ?6
 WHERE ?3 <> 'mismatch' OR NOT EXISTS (SELECT 1 FROM bookings WHERE payment_id = ?1 AND state = 'confirmed')
    ON CONFLICT (payment_id) DO NOTHING
RETURNING payment_id`

function insertRefund(
  { id }: { id: string },
  payment: CapturedPayment,
  refund: { reason: RefundReason; refund_id: string | null; status: 'processed' | 'review' },
  now: Date
): D1PreparedStatement {
  return d1.prepare(INSERT_REFUND).bind(payment.id, id, refund.reason, refund.status, refund.refund_id, secondsOf(now))
}

/**
 * Puts a payment with a wrong amount or currency into review; it never confirms a booking. Returns false if it was
 * already recorded.
 */
export async function moveToReview(
  booking: { id: string },
  payment: CapturedPayment,
  now: Date,
  extraStatements: ExtraStatements = []
): Promise<boolean> {
  const results = await d1.batchIdempotent([
    ...extraStatements,
    recordPayment(booking, payment, now),
    insertRefund(booking, payment, { reason: 'mismatch', refund_id: null, status: 'review' }, now)
  ])
  return (results.at(-1)?.results.length ?? 0) > 0
}

const REFUND_PROCESSED = `
UPDATE refunds SET status = 'processed', refund_id = coalesce(?2, refund_id), lease_until = NULL
 WHERE payment_id = ?1 AND status <> 'processed'`

// Cancels a ride whose payment was refunded in the provider's dashboard, without one of our admins.
const CANCEL_REFUNDED_RIDE = `
UPDATE bookings SET state = 'cancelled', updated_at = ?3
 WHERE id = ?1 AND state = 'confirmed' AND payment_id = ?2
   AND EXISTS (SELECT 1 FROM refunds WHERE payment_id = ?2 AND status = 'processed')`

const FREE_CANCELLED_CLAIMS = `
DELETE FROM slot_claims
 WHERE booking_id = ?1 AND EXISTS (SELECT 1 FROM bookings WHERE id = ?1 AND state = 'cancelled')`

const MARK_REFUNDED = `
UPDATE bookings SET state = 'refunded', updated_at = ?3
 WHERE id = ?1 AND state = 'refund_due' AND payment_id = ?2
   AND EXISTS (SELECT 1 FROM refunds WHERE payment_id = ?2 AND status = 'processed')`

interface ProcessedRefund {
  booking_id: string
  payment_id: string
  /** Null if unknown which of the provider's refunds it was. */
  refund_id: string | null
}

function refundStatements(refund: ProcessedRefund, now: Date): D1PreparedStatement[] {
  return [d1.prepare(REFUND_PROCESSED).bind(refund.payment_id, refund.refund_id), ...bookingStatements(refund, now)]
}

/** Updates the booking if its payment is refunded. */
function bookingStatements(
  { booking_id, payment_id }: Omit<ProcessedRefund, 'refund_id'>,
  now: Date
): D1PreparedStatement[] {
  const at = secondsOf(now)
  return [
    d1.prepare(CANCEL_REFUNDED_RIDE).bind(booking_id, payment_id, at),
    d1.prepare(FREE_CANCELLED_CLAIMS).bind(booking_id),
    d1.prepare(MARK_REFUNDED).bind(booking_id, payment_id, at)
  ]
}

/** Marks a refund as processed and updates its booking. */
export async function settleProcessedRefund(refund: ProcessedRefund, now: Date): Promise<void> {
  await d1.batchIdempotent(refundStatements(refund, now))
}

/** Closes a refund that was paid by other means, if `closing` still finds it in review. */
export async function settleManually(
  refund: Omit<ProcessedRefund, 'refund_id'>,
  closing: readonly D1PreparedStatement[],
  now: Date
): Promise<void> {
  await d1.batchIdempotent([...closing, ...bookingStatements(refund, now)])
}

/** Records a full refund reported by the provider, whoever started it, even if the payment was not recorded yet. */
export async function settleRefund(
  booking: { id: string },
  payment: CapturedPayment & { refund_id: string | null },
  now: Date,
  extraStatements: ExtraStatements = []
): Promise<void> {
  const { id: payment_id, refund_id } = payment
  await d1.batchIdempotent([
    ...extraStatements,
    recordPayment(booking, payment, now),
    insertRefund(booking, payment, { reason: 'elsewhere', refund_id, status: 'processed' }, now),
    ...refundStatements({ booking_id: booking.id, payment_id, refund_id }, now)
  ])
}

const IS_CANCELLABLE = `id = ?1
   AND ((?3 = 1 AND state = 'confirmed') OR (?3 = 0 AND state = 'held' AND hold_until > ?2))`

const CANCEL = `
UPDATE bookings SET state = 'cancelled', hold_until = NULL, settling = 0, updated_at = ?2 WHERE ${IS_CANCELLABLE}`

const REFUND_CANCELLED = `
INSERT INTO refunds (payment_id, booking_id, reason, status, created_at)
SELECT payment_id, id, 'cancelled', 'due', ?2 FROM bookings
 WHERE id = ?1 AND state = 'cancelled' AND payment_id IS NOT NULL
    ON CONFLICT (payment_id) DO NOTHING`

/**
 * Cancels a booking as the admin saw it. A paid booking is refunded; a late payment of a held one finds it cancelled.
 *
 * Returns false and changes nothing if the booking has changed in between.
 */
export async function cancelBooking(
  { disputeOverride, id, isPaid }: { disputeOverride?: DisputeOverride; id: string; isPaid: boolean },
  admin: Admin,
  now: Date
): Promise<boolean> {
  const params = [id, secondsOf(now), isPaid ? 1 : 0] as const
  const entry = { action: 'cancel_booking', detail: disputeOverride?.detail, subject: id } as const
  const results = await d1.batchIdempotent<SettledBooking>([
    auditStatement(entry, { admin, now, when: `EXISTS (SELECT 1 FROM bookings WHERE ${IS_CANCELLABLE})` }, params),
    d1.prepare(CANCEL).bind(...params),
    d1.prepare(FREE_CANCELLED_CLAIMS).bind(id),
    d1.prepare(REFUND_CANCELLED).bind(id, secondsOf(now)),
    ...(disputeOverride?.statements ?? []),
    d1.prepare(SELECT_SETTLED).bind(id)
  ])
  return results.at(-1)?.results[0]?.state === 'cancelled'
}
