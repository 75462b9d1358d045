import type { BookingState } from '#domain/bookings/booking-status.ts'
import { cellsOf } from '#domain/bookings/booking-window.ts'
import { d1 } from '#server/db/client.ts'
import { secondsOf } from '#server/db/instants.ts'
import { expireDeadHolds, freeClaimsOf, freeDeadClaims, withCells } from '#server/slots/claims.ts'
import { hasOwnRide, isDeleted, overlap } from '#server/slots/conditions.ts'
import { type CapturedPayment, type ExtraStatements, recordPayment } from './record-payment.ts'

// SETTLE: the effect of a captured payment on its booking. It ends in one of two states: the booking is confirmed with
// this payment, or this payment has one refund.
//
// The batch is forward-only and idempotent, so retries and any order of events give the same result.

// The hold is live or settling, or the ride has not started. The scooter is not deleted and the rider has no other ride
// at that time.
const CAN_BE_CONFIRMED = `state IN ('held', 'expired', 'released')
   AND ((state = 'held' AND (settling = 1 OR hold_until > ?2)) OR ?2 < start_at)
   AND NOT ${isDeleted('bookings')} AND NOT ${hasOwnRide('bookings')}`

// A payment with a refund row pays for nothing: it was refunded at the provider, or its amount was wrong.
const HAS_NO_REFUND = 'NOT EXISTS (SELECT 1 FROM refunds WHERE payment_id = ?3)'

const REFUND_SECOND_PAYMENT = `
INSERT INTO refunds (payment_id, booking_id, reason, status, created_at)
SELECT ?1, id, 'extra_payment', 'due', ?2 FROM bookings
 WHERE id = ?3 AND state IN ('confirmed', 'refund_due', 'refunded', 'cancelled') AND payment_id IS NOT ?1
    ON CONFLICT (payment_id) DO NOTHING`

const SCOOTER = '(SELECT scooter_id FROM bookings WHERE id = ?1)'

// Expire dead holds by the same `now` that frees their claims. A clock that runs ahead then leaves no live hold without
// claims.
const EXPIRE = `${expireDeadHolds('?2')} AND id <> ?1 AND +scooter_id = ${SCOOTER}`

const FREE_DEAD_CLAIMS = `${freeDeadClaims({ endCell: '?4', firstCell: '?3', now: '?2', scooter: SCOOTER })}
   AND booking_id <> ?1`

/** Marks claims as temporary within the batch. CLAIM_FOR_GOOD or FREE_LOST_CLAIMS ends them. */
const CONFIRMING_CLAIM_SECONDS = 60

const RECLAIM = `
INSERT INTO slot_claims (scooter_id, cell, booking_id, hold_until)
${withCells('?4', '?5')}
SELECT b.scooter_id, cells.cell, b.id, ?2 + ${CONFIRMING_CLAIM_SECONDS}
  FROM cells JOIN (SELECT id, scooter_id FROM bookings
                    WHERE id = ?1 AND ${CAN_BE_CONFIRMED} AND ${HAS_NO_REFUND}) b ON TRUE
    ON CONFLICT (scooter_id, cell) DO NOTHING`

const CONFIRM = `
UPDATE bookings SET state = 'confirmed', hold_until = NULL, settling = 0, payment_id = ?3, updated_at = ?2
 WHERE id = ?1 AND ${CAN_BE_CONFIRMED} AND ${HAS_NO_REFUND}
   AND (SELECT count(*) FROM slot_claims WHERE booking_id = ?1 AND cell >= ?4 AND cell < ?5) = ?5 - ?4`

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
UPDATE bookings SET state = 'refund_due', hold_until = NULL, settling = 0, payment_id = ?3, updated_at = ?2
 WHERE id = ?1 AND state IN ('held', 'expired', 'released') AND ${HAS_NO_REFUND}`

const FREE_LOST_CLAIMS = freeClaimsOf('?1', 'refund_due')

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

export interface SettledBooking {
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
    d1.prepare(EXPIRE).bind(booking.id, at),
    d1.prepare(FREE_DEAD_CLAIMS).bind(booking.id, at, firstCell, endCell),
    d1.prepare(RECLAIM).bind(booking.id, at, payment.id, firstCell, endCell),
    d1.prepare(CONFIRM).bind(booking.id, at, payment.id, firstCell, endCell),
    d1.prepare(CLAIM_FOR_GOOD).bind(booking.id),
    d1.prepare(FREE_UNPAYABLE_CLAIMS).bind(booking.id),
    d1.prepare(RELEASE_UNPAYABLE_HOLDS).bind(booking.id, at),
    d1.prepare(OWE_REFUND).bind(booking.id, at, payment.id),
    d1.prepare(FREE_LOST_CLAIMS).bind(booking.id),
    d1.prepare(REFUND_LOST_SLOT).bind(payment.id, at, booking.id),
    d1.prepare(SELECT_SETTLED).bind(booking.id)
  ])
  const settled = results.at(-1)?.results[0]
  if (!settled) throw new Error(`No booking ${booking.id} to settle`)
  return settled
}
