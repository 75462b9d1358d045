import type { D1PreparedStatement } from '@cloudflare/workers-types'
import type { BookingState } from '#domain/bookings/booking-status.ts'
import { cellsOf } from '#domain/bookings/slots.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import type { BookingRow } from '#server/db/schema/bookings.ts'
import { secondsOf, withoutIndex } from '#server/db/sql.ts'
import { SETTLE_MESSAGES } from '#server/outbox/insert-message.ts'
import {
  continuesRide,
  EXPIRE_PASSED_HOLDS,
  freeClaimsOf,
  freeExpiredClaims,
  hasOwnRide,
  isBlocked,
  isLiveHold,
  isPayable,
  isScooterDeleted,
  isStillPayable,
  isUnpaidHold,
  overlap,
  raiseRevision,
  SET_RELEASED,
  WITH_CELLS
} from '#server/slots/booking-sql.ts'
import type { ProviderPayment } from './provider/provider.ts'
import { insertRefund, PAYS_FOR_BOOKING } from './refunds/insert-refund.ts'

// SETTLE: the effect of a captured payment on its booking. It ends in one of two states: the booking is confirmed with
// this payment, or this payment has one refund.
//
// The batch is forward-only and idempotent, so retries and any order of events give the same result.

/** Statements to run in the same atomic batch. */
export type ExtraStatements = readonly D1PreparedStatement[]

/** A report of captured money. What it changes is one batch. */
export interface CaptureReport {
  booking: { id: string }
  /** As returned or signed by the provider. */
  payment: Pick<ProviderPayment, 'amount' | 'currency' | 'id'>
  /** The time of every change in the batch. */
  now: Date
  /** They run before the changes, for example to record the provider's event as processed. None by default. */
  extraStatements?: ExtraStatements
}

/** A report of a payment in any status, from the browser, a webhook, the cron or an admin. */
export interface PaymentReport extends CaptureReport {
  booking: BookingRow
  payment: ProviderPayment
}

const RECORD = `
INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at)
VALUES (:payment, :booking, :payment, 'captured', :paise, :currency, :now)
    ON CONFLICT DO NOTHING`

export function recordPayment({ booking, now, payment }: CaptureReport): D1PreparedStatement {
  const { amount: paise, currency, id } = payment
  return prepareNamed(RECORD, { booking: booking.id, currency, now: secondsOf(now), paise, payment: id })
}

// Nothing blocks the scooter, or the hold is live. The ride of an extension is paid and not returned. The scooter is not
// deleted, and the rider has no other ride at that time.
const CAN_BE_CONFIRMED = `${isStillPayable('bookings')}
   AND (NOT ${isBlocked('bookings')} OR (${isLiveHold('bookings')}))
   AND (kind = 'ride' OR ${continuesRide('bookings')})
   AND NOT ${isScooterDeleted('bookings')} AND NOT ${hasOwnRide('bookings')}`

const REFUND_EXTRA_PAYMENT = insertRefund({
  reason: "iif(state = 'cancelled' AND payment_id IS NULL, 'cancelled', 'extra_payment')",
  status: 'due',
  when: "id = :id AND state IN ('confirmed', 'refund_due', 'refunded', 'cancelled') AND payment_id IS NOT :payment"
})

const SCOOTER = '(SELECT scooter_id FROM bookings WHERE id = :id)'

// Holds are expired with the same `now` that frees their claims. So a clock that runs ahead leaves no live hold without
// claims.
const EXPIRE = `${EXPIRE_PASSED_HOLDS} AND id <> :id AND ${withoutIndex('scooter_id')} = ${SCOOTER}`

const FREE_EXPIRED_CLAIMS = `${freeExpiredClaims(SCOOTER)}
   AND booking_id <> :id`

/** Marks claims as temporary within the batch. MAKE_CLAIMS_PERMANENT or FREE_LOST_CLAIMS ends them. */
const CONFIRMING_CLAIM_SECONDS = 60

const RECLAIM = `
INSERT INTO slot_claims (scooter_id, cell, booking_id, hold_until)
${WITH_CELLS}
SELECT b.scooter_id, cells.cell, b.id, :now + ${CONFIRMING_CLAIM_SECONDS}
  FROM cells JOIN (SELECT id, scooter_id FROM bookings
                    WHERE id = :id AND ${CAN_BE_CONFIRMED} AND ${PAYS_FOR_BOOKING}) b ON TRUE
    ON CONFLICT (scooter_id, cell) DO NOTHING`

const IS_CONFIRMED_NOW = `id = :id AND ${CAN_BE_CONFIRMED} AND ${PAYS_FOR_BOOKING}
   AND (SELECT count(*) FROM slot_claims WHERE booking_id = :id AND cell >= :firstCell AND cell < :endCell) = :endCell - :firstCell`

const CHANGE_RIDE = `
UPDATE bookings SET ${raiseRevision()}, updated_at = :now
 WHERE id = (SELECT ride_id FROM bookings WHERE ${IS_CONFIRMED_NOW})`

const CONFIRM = `
UPDATE bookings SET state = 'confirmed', hold_until = NULL, settling = 0, payment_id = :payment, paid_at = :now,
       updated_at = :now
 WHERE ${IS_CONFIRMED_NOW}`

const MAKE_CLAIMS_PERMANENT = `
UPDATE slot_claims SET hold_until = NULL
 WHERE booking_id = :id AND EXISTS (SELECT 1 FROM bookings WHERE id = :id AND state = 'confirmed')`

// The rider's other unpaid holds at that time can no longer be paid. Settling holds stay until the provider answers.
const UNPAYABLE_HOLDS = `
SELECT h.id FROM bookings b
  JOIN bookings h ON h.user_id = b.user_id AND ${isUnpaidHold('h')} AND ${overlap('h', 'b')}
 WHERE b.id = :id AND b.state = 'confirmed'`

const FREE_UNPAYABLE_CLAIMS = `
DELETE FROM slot_claims WHERE hold_until IS NOT NULL AND booking_id IN (${UNPAYABLE_HOLDS})`

const RELEASE_UNPAYABLE_HOLDS = `
UPDATE bookings SET ${SET_RELEASED}
 WHERE id IN (${UNPAYABLE_HOLDS})`

const MARK_REFUND_DUE = `
UPDATE bookings SET state = 'refund_due', hold_until = NULL, settling = 0, payment_id = :payment, updated_at = :now
 WHERE id = :id AND ${isPayable('bookings')} AND ${PAYS_FOR_BOOKING}`

const FREE_LOST_CLAIMS = freeClaimsOf(':id', 'refund_due')

const REFUND_LOST_SLOT = insertRefund({
  reason: `CASE WHEN ${hasOwnRide('bookings')} THEN 'own_ride' ELSE 'slot_lost' END`,
  status: 'due',
  when: "id = :id AND state = 'refund_due' AND payment_id = :payment"
})

const SELECT_STATE = 'SELECT state, payment_id FROM bookings WHERE id = :id'

/** Parameters: :id of the booking, :payment, :now and its cells. The payment is recorded before. */
export const SETTLE = [
  REFUND_EXTRA_PAYMENT,
  EXPIRE,
  FREE_EXPIRED_CLAIMS,
  RECLAIM,
  CHANGE_RIDE,
  CONFIRM,
  MAKE_CLAIMS_PERMANENT,
  FREE_UNPAYABLE_CLAIMS,
  RELEASE_UNPAYABLE_HOLDS,
  MARK_REFUND_DUE,
  FREE_LOST_CLAIMS,
  REFUND_LOST_SLOT,
  ...SETTLE_MESSAGES
]

interface SettleReport extends CaptureReport {
  booking: Pick<BookingRow, 'end_at' | 'id' | 'start_at'>
}

export interface BookingAfterPayment {
  /** Differs from the given payment's id if the booking was already paid by another one. */
  payment_id: string | null
  state: BookingState
}

/** Settles a captured payment in the booking's own amount and currency. Returns the booking's new state. */
export async function settle(report: SettleReport): Promise<BookingAfterPayment> {
  const { booking, extraStatements = [], now, payment } = report
  const params = {
    ...cellsOf({ end: booking.end_at, start: booking.start_at }),
    id: booking.id,
    now: secondsOf(now),
    payment: payment.id
  }
  const { bookings } = await runIdempotent<{ bookings: BookingAfterPayment }>(
    { extraStatements, record: recordPayment(report), settle: SETTLE, bookings: SELECT_STATE },
    params
  )
  const [updated] = bookings.results
  if (!updated) throw new Error(`No booking ${booking.id} to settle`)
  return updated
}
