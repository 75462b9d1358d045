import type { BookingState } from '#domain/booking-status.ts'
import { cellsOf } from '#domain/booking-window.ts'
import { d1, secondsOf } from './db/client.ts'

// SETTLE (faults.md C1, corrected by design.md §10.1): what a captured payment does to its booking. One batch,
// forward only and idempotent, so that a retry and every order of events end in the same state: the booking confirmed
// with this payment, or this payment to be refunded once.

// A hold that lives or is being settled; or, later, a ride that has not started.
const STILL_TO_BE_HAD = `state IN ('held', 'expired', 'released')
   AND ((state = 'held' AND (settling = 1 OR hold_until > ?2)) OR ?2 < start_at)`

const REFUND_SECOND_PAYMENT = `
INSERT INTO refunds (payment_id, booking_id, amount, reason, status, created_at)
SELECT ?1, id, ?2, 'extra_payment', 'due', ?3 FROM bookings
 WHERE id = ?4 AND state IN ('confirmed', 'refund_due', 'refunded', 'cancelled') AND payment_id IS NOT ?1
    ON CONFLICT (payment_id) DO NOTHING`

const FREE_DEAD_CLAIMS = `
DELETE FROM slot_claims
 WHERE hold_until IS NOT NULL AND hold_until <= ?2 AND booking_id <> ?1
   AND scooter_id = (SELECT scooter_id FROM bookings WHERE id = ?1) AND cell >= ?3 AND cell < ?4`

const CLAIM_AGAIN = `
INSERT INTO slot_claims (scooter_id, cell, booking_id, hold_until)
WITH RECURSIVE cells (cell) AS (SELECT ?3 UNION ALL SELECT cell + 1 FROM cells WHERE cell + 1 < ?4)
SELECT b.scooter_id, cells.cell, b.id, ?2 + 60
  FROM cells JOIN (SELECT id, scooter_id FROM bookings WHERE id = ?1 AND ${STILL_TO_BE_HAD}) b ON TRUE
    ON CONFLICT (scooter_id, cell) DO NOTHING`

const CONFIRM = `
UPDATE bookings SET state = 'confirmed', hold_until = NULL, settling = 0, payment_id = ?5, updated_at = ?2
 WHERE id = ?1 AND ${STILL_TO_BE_HAD}
   AND (SELECT count(*) FROM slot_claims WHERE booking_id = ?1 AND cell >= ?3 AND cell < ?4) = ?4 - ?3`

const CLAIM_FOR_GOOD = `
UPDATE slot_claims SET hold_until = NULL
 WHERE booking_id = ?1 AND EXISTS (SELECT 1 FROM bookings WHERE id = ?1 AND state = 'confirmed')`

const OWE_REFUND = `
UPDATE bookings SET state = 'refund_due', hold_until = NULL, settling = 0, payment_id = ?2, updated_at = ?3
 WHERE id = ?1 AND state IN ('held', 'expired', 'released')`

const FREE_LOST_CLAIMS = `
DELETE FROM slot_claims
 WHERE booking_id = ?1 AND EXISTS (SELECT 1 FROM bookings WHERE id = ?1 AND state = 'refund_due')`

const REFUND_LOST_SLOT = `
INSERT INTO refunds (payment_id, booking_id, amount, reason, status, created_at)
SELECT ?1, id, ?2, 'slot_lost', 'due', ?3 FROM bookings
 WHERE id = ?4 AND state = 'refund_due' AND payment_id = ?1
    ON CONFLICT (payment_id) DO NOTHING`

const RECORD = `
INSERT INTO payments (id, booking_id, payment_id, status, created_at) VALUES (?1, ?2, ?1, 'captured', ?3)
    ON CONFLICT DO NOTHING`

const SETTLED = 'SELECT state, payment_id FROM bookings WHERE id = ?1'

interface Payable {
  id: string
  start_at: Date
  end_at: Date
}

interface Captured {
  id: string
  /** Rupees. */
  amount: number
}

/** Only for money that the provider itself says it has captured, in the booking's own amount. */
export async function settle(booking: Payable, payment: Captured, now: Date): Promise<{ state: BookingState }> {
  const at = secondsOf(now)
  const { after, first } = cellsOf({ end: booking.end_at, start: booking.start_at })
  const results = await d1.batch<{ state: BookingState }>([
    d1.prepare(REFUND_SECOND_PAYMENT).bind(payment.id, payment.amount, at, booking.id),
    d1.prepare(FREE_DEAD_CLAIMS).bind(booking.id, at, first, after),
    d1.prepare(CLAIM_AGAIN).bind(booking.id, at, first, after),
    d1.prepare(CONFIRM).bind(booking.id, at, first, after, payment.id),
    d1.prepare(CLAIM_FOR_GOOD).bind(booking.id),
    d1.prepare(OWE_REFUND).bind(booking.id, payment.id, at),
    d1.prepare(FREE_LOST_CLAIMS).bind(booking.id),
    d1.prepare(REFUND_LOST_SLOT).bind(payment.id, payment.amount, at, booking.id),
    d1.prepare(RECORD).bind(payment.id, booking.id, at),
    d1.prepare(SETTLED).bind(booking.id)
  ])
  const settled = results.at(-1)?.results[0]
  if (!settled) throw new Error(`No booking ${booking.id} to settle`)
  return settled
}

const REVIEW = `
INSERT INTO refunds (payment_id, booking_id, amount, reason, status, created_at) VALUES (?1, ?2, ?3, 'mismatch', 'review', ?4)
    ON CONFLICT (payment_id) DO NOTHING`

/** Money in another amount or currency never confirms anything: an admin decides (design.md §10.2). */
export async function review(booking: Payable, payment: Captured, now: Date): Promise<void> {
  const at = secondsOf(now)
  await d1.batch([
    d1.prepare(RECORD).bind(payment.id, booking.id, at),
    d1.prepare(REVIEW).bind(payment.id, booking.id, payment.amount, at)
  ])
}

const REFUND_LEASE_SECONDS = 120
const REFUNDS_AT_ONCE = 10

const LEASE_REFUNDS = `
UPDATE refunds SET attempts = attempts + 1, lease_until = ?1 + ${REFUND_LEASE_SECONDS}
 WHERE payment_id IN (SELECT payment_id FROM refunds
                       WHERE status = 'due' AND (lease_until IS NULL OR lease_until <= ?1) LIMIT ${REFUNDS_AT_ONCE})
RETURNING payment_id, booking_id`

const REFUND_SENT = `UPDATE refunds SET status = 'processed', refund_id = ?2 WHERE payment_id = ?1 AND status = 'due'`

const REFUNDED = `
UPDATE bookings SET state = 'refunded', updated_at = ?3 WHERE id = ?1 AND state = 'refund_due' AND payment_id = ?2`

/** Gives back what is due. A lease keeps two runs from sending one refund; one that fails is tried again later. */
export async function sendRefunds(refund: (payment_id: string) => Promise<string>, now: Date): Promise<void> {
  const at = secondsOf(now)
  const { results } = await d1.prepare(LEASE_REFUNDS).bind(at).all<{ booking_id: string; payment_id: string }>()
  for (const { booking_id, payment_id } of results) {
    const refund_id = await refund(payment_id)
    await d1.batch([
      d1.prepare(REFUND_SENT).bind(payment_id, refund_id),
      d1.prepare(REFUNDED).bind(booking_id, payment_id, at)
    ])
  }
}
