import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/time/time-units.ts'
import { rotateCancelledPin } from '#server/catalogue/pin-rotation.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { secondsOf, withoutIndex } from '#server/db/sql.ts'
import { isDue, processWithRetries, stopOnOutage } from '#server/jobs/retries.ts'
import { CANCELLED_MESSAGE, REFUNDED_MESSAGE } from '#server/outbox/insert-message.ts'
import { type ProviderRefund, provider } from '#server/payments/provider/provider.ts'
import { type CaptureReport, recordPayment } from '#server/payments/settle.ts'
import { newId } from '#server/runtime/crypto.ts'
import { ProviderError } from '#server/runtime/outgoing.ts'
import {
  freeClaimsOf,
  isCancelledHere,
  raiseRevision,
  releaseUnpaidExtension,
  rideOf,
  setCancelled
} from '#server/slots/booking-sql.ts'
import { END_BLOCKS } from '#server/slots/scooter-state.ts'
import { insertRefund, refundCancelled, UNREFUNDED_PAISE } from './insert-refund.ts'

// The effect of a refund on its booking. Every batch is forward-only and idempotent, as in server/payments/settle.ts.
// Parameters: :booking, :payment, :now; of the provider's refund :refundId, :receipt and :paise.

// A payment that confirmed a ride is never marked as a mismatch later.
const INSERT_MISMATCH_REFUND = insertRefund({
  reason: "'mismatch'",
  status: 'review',
  when: `id = :booking AND NOT EXISTS (SELECT 1 FROM bookings WHERE payment_id = :payment AND state = 'confirmed')`
})

/**
 * Puts a payment with a wrong amount or currency into review; it never confirms a booking. Returns false if it was
 * already recorded.
 */
export async function recordMismatch(report: CaptureReport): Promise<boolean> {
  const { booking, extraStatements = [], now, payment } = report
  const { refund } = await runIdempotent<{ refund: object }>(
    { extraStatements, record: recordPayment(report), refund: INSERT_MISMATCH_REFUND },
    { booking: booking.id, now: secondsOf(now), payment: payment.id }
  )
  return refund.results.length > 0
}

const IS_FULLY_REFUNDED = `
(SELECT paise FROM payments WHERE id = :payment)
 = (SELECT sum(paise) FROM refunds WHERE payment_id = :payment AND status = 'processed')`

// Cancels a ride whose payment was refunded in the provider's dashboard, without one of our admins. A goodwill refund
// of the whole amount does not cancel the ride.
const CANCEL_REFUNDED_RIDE = `
UPDATE bookings SET ${setCancelled("'provider'")}
 WHERE id = :booking AND state = 'confirmed' AND payment_id = :payment AND ${IS_FULLY_REFUNDED}
   AND EXISTS (SELECT 1 FROM refunds WHERE payment_id = :payment AND reason = 'elsewhere')`

// Calendars need a higher number for the ride without this row.
const CHANGE_RIDE = `
UPDATE bookings SET ${raiseRevision()}
 WHERE id = (SELECT ${rideOf('refunded')} FROM bookings refunded
              WHERE refunded.id = :booking AND ${isCancelledHere('refunded')})`

/** SQL: the rows `b` that follow it in its ride. They can no longer be ridden. */
const FROM_FOLLOWING_ROWS = `
  FROM bookings refunded JOIN bookings b ON b.ride_id = ${rideOf('refunded')} AND b.start_at > refunded.start_at
 WHERE refunded.id = :booking AND refunded.state = 'cancelled' AND refunded.cancelled_by = 'provider'`

const CANCEL_FOLLOWING_ROWS = `
UPDATE bookings SET ${setCancelled("'provider'")}
 WHERE id IN (SELECT b.id ${FROM_FOLLOWING_ROWS} AND ${withoutIndex('b.state')} = 'confirmed')`

const REFUND_FOLLOWING_ROWS = refundCancelled({
  payment: 'bookings.payment_id',
  when: `id IN (SELECT b.id ${FROM_FOLLOWING_ROWS})`
})

const RELEASE_EXTENSION = releaseUnpaidExtension(`(
SELECT ${rideOf('refunded')} FROM bookings refunded
 WHERE refunded.id = :booking AND refunded.state = 'cancelled' AND refunded.cancelled_by = 'provider')`)

const FREE_FOLLOWING_CLAIMS = `
DELETE FROM slot_claims WHERE booking_id IN (SELECT b.id ${FROM_FOLLOWING_ROWS} AND ${withoutIndex('b.state')} IN ('cancelled', 'released'))`

const FREE_CANCELLED_CLAIMS = freeClaimsOf(':booking', 'cancelled')

const MARK_REFUNDED = `
UPDATE bookings SET state = 'refunded', updated_at = :now
 WHERE id = :booking AND state = 'refund_due' AND payment_id = :payment AND ${IS_FULLY_REFUNDED}`

interface RefundedPayment {
  booking_id: string
  payment_id: string
}

/** Updates the booking if its payment is refunded. */
function bookingStatements({ booking_id, payment_id }: RefundedPayment, now: Date): D1PreparedStatement[] {
  const params = {
    booking: booking_id,
    cancellation: newId(),
    now: secondsOf(now),
    payment: payment_id,
    ride: booking_id
  }
  const statements = [
    CANCEL_REFUNDED_RIDE,
    CHANGE_RIDE,
    CANCEL_FOLLOWING_ROWS,
    REFUND_FOLLOWING_ROWS,
    RELEASE_EXTENSION,
    FREE_CANCELLED_CLAIMS,
    FREE_FOLLOWING_CLAIMS,
    END_BLOCKS,
    MARK_REFUNDED,
    CANCELLED_MESSAGE,
    REFUNDED_MESSAGE
  ]
  return [...statements.map(query => prepareNamed(query, params)), rotateCancelledPin(booking_id, now)]
}

export const SET_PROCESSED = "status = 'processed', processed_at = :now, lease_until = NULL"

const PROCESSED = `
UPDATE refunds SET ${SET_PROCESSED}, refund_id = :refundId
 WHERE id = :id AND status <> 'processed'`

/** Marks our own refund as processed and updates its booking. */
export async function recordProcessedRefund(
  refund: RefundedPayment & { id: string; reference: string | null; refund_id: string },
  now: Date
): Promise<void> {
  const { id, payment_id: payment, reference, refund_id: refundId } = refund
  const params = { id, now: secondsOf(now), payment, reference, refundId }
  await runIdempotent([PROCESSED, SAVE_REFERENCE, ...bookingStatements(refund, now)], params)
}

/** Closes a refund that was paid by other means, if `closing` still finds it in review. */
export async function closeRefundManually(
  refund: RefundedPayment,
  closing: readonly D1PreparedStatement[],
  now: Date
): Promise<void> {
  await runIdempotent([...closing, ...bookingStatements(refund, now)])
}

const IS_UNKNOWN = 'NOT EXISTS (SELECT 1 FROM refunds WHERE payment_id = :payment AND refund_id = :refundId)'

/** SQL: the payment's refund that is open and that no refund of the provider is known for. */
const OPEN_REFUND = `
(SELECT id FROM refunds WHERE payment_id = :payment AND status IN ('due', 'review') ORDER BY id <> :payment, created_at LIMIT 1)`

// Our own refund, which its response or the provider's event reports first. It can be smaller than its row while
// another refund is pending; the row then waits for that one.
const OWN_PROCESSED = `
UPDATE refunds SET ${SET_PROCESSED}, refund_id = :refundId
 WHERE payment_id = :payment AND status <> 'processed' AND paise <= :paise AND (refund_id = :refundId OR id = :receipt)`

// Any other refund was made in the dashboard, or by a request of ours whose response was lost. It first covers our open
// refund: all of it, or a part.
const COVER_OPEN = `
UPDATE refunds SET ${SET_PROCESSED}, refund_id = :refundId
 WHERE id = ${OPEN_REFUND} AND paise <= :paise AND ${IS_UNKNOWN}`

const REDUCE_OPEN = `
UPDATE refunds SET paise = paise - :paise WHERE id = ${OPEN_REFUND} AND paise > :paise AND ${IS_UNKNOWN}`

const REST_OF_REFUND = `
min(:paise - (SELECT coalesce(sum(paise), 0) FROM refunds WHERE payment_id = :payment AND refund_id = :refundId),
    ${UNREFUNDED_PAISE})`

const RECORD_REST = `
INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, refund_id, processed_at, created_at)
SELECT :refundId, :payment, :booking, ${REST_OF_REFUND}, 'elsewhere', 'processed', :refundId, :now, :now
 WHERE ${REST_OF_REFUND} > 0
    ON CONFLICT (id) DO NOTHING`

const ALL_PROCESSED = `
UPDATE refunds SET ${SET_PROCESSED} WHERE payment_id = :payment AND status <> 'processed'`

/** Records processed refunds that the provider reports, whoever started them, even if the payment is not known yet. */
export async function recordProviderRefunds(
  report: CaptureReport,
  { isComplete, processed }: { isComplete: boolean; processed: readonly ProviderRefund[] }
): Promise<void> {
  const { booking, extraStatements = [], now, payment } = report
  const shared = { booking: booking.id, now: secondsOf(now), payment: payment.id }
  const recordings = processed.flatMap(({ amount, id, receipt, reference }) =>
    [OWN_PROCESSED, COVER_OPEN, REDUCE_OPEN, RECORD_REST, SAVE_REFERENCE].map(query =>
      prepareNamed(query, { ...shared, paise: amount, receipt, reference, refundId: id })
    )
  )
  await runIdempotent(
    [
      ...extraStatements,
      recordPayment(report),
      ...recordings,
      ...(isComplete ? [ALL_PROCESSED] : []),
      ...bookingStatements({ booking_id: booking.id, payment_id: payment.id }, now)
    ],
    shared
  )
}

// The bank's references of refunds. Banks often give them days later, and the provider sends no event then, so the cron
// asks.

/** Seconds after a refund was processed. Without a reference after the last, it stays without one. */
const ASKED_AFTER = [HOUR_SECONDS, ...[1, 3, 7, 14].map(days => days * DAY_SECONDS)]
const REFERENCES_PER_RUN = 20

const NEXT_ASK = `
(SELECT min(processed_at + value) FROM json_each('[${ASKED_AFTER.join(', ')}]') WHERE processed_at + value > :now)`

/**
 * SQL: keeps the reference of the refund, or schedules when it is asked for. Runs after the refund is processed.
 * Parameters: :payment, :refundId, :reference and :now.
 */
const SAVE_REFERENCE = `
UPDATE refunds SET bank_reference = :reference, reference_at = iif(:reference IS NULL, ${NEXT_ASK}, NULL)
 WHERE payment_id = :payment AND refund_id = :refundId AND status = 'processed' AND bank_reference IS NULL`

const SELECT_DUE = `
SELECT id, booking_id, payment_id, refund_id FROM refunds
 WHERE reference_at <= :now AND ${isDue('refunds', 'refunds.id')} ORDER BY reference_at LIMIT ${REFERENCES_PER_RUN}`

interface DueReference {
  booking_id: string
  id: string
  payment_id: string
  refund_id: string
}

/** Asks for references that are due. Runs every hour; returns how many the provider answered. */
export async function readReferences(now: Date): Promise<number> {
  const { results } = await prepareNamed(SELECT_DUE, { now: secondsOf(now) }).all<DueReference>()
  return processWithRetries(results, {
    errorEvent: 'reference_failed',
    idOf: ({ id }) => id,
    list: 'refunds',
    logFields: ({ booking_id, payment_id }) => ({ booking_id, payment_id }),
    now,
    process: due => readReference(due, now),
    shouldStop: stopOnOutage()
  })
}

async function readReference({ payment_id, refund_id }: DueReference, now: Date): Promise<void> {
  const reference = await provider()
    .fetchRefund(refund_id)
    .then(
      refund => refund.reference,
      (error: unknown) => {
        // A refund that the provider does not know, such as one of other keys, counts as one without a reference.
        if (error instanceof ProviderError && error.kind === 'rejected') return null
        throw error
      }
    )
  await runIdempotent([SAVE_REFERENCE], { now: secondsOf(now), payment: payment_id, reference, refundId: refund_id })
}
