import { HOUR_SECONDS, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { disputeLost } from '#messages/admin/payments/refunds.ts'
import { d1, prepareNamed } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { retryAtSql } from '#server/jobs/item-retries.ts'
import { HAS_LOST_DISPUTE, IS_BLOCKED_BY_DISPUTE } from '#server/payments/disputes/refund-blocks.ts'
import type { ProviderError } from '#server/runtime/outgoing.ts'

// The rows of refunds that a run of the cron has leased, and the next step of each. A lease keeps two runs from sending
// the same refund.
//
// The provider's answers set the next step here, in `lease_until`. Errors without an answer are retried by
// server/jobs/item-retries.ts alone, so that refunds are sent within minutes of an outage's end.

const LEASE_SECONDS = 120
const REFUNDS_PER_RUN = 50
/** After this many refusals in a row an admin decides. */
const REJECTIONS_MAX = 8
const BACKOFF_MAX_SECONDS = 6 * HOUR_SECONDS

export interface LeasedRefund {
  /** Answers so far that left the refund open. */
  attempts: number
  booking_id: string
  /** What was captured of the payment. Paise. */
  captured_paise: number
  /** The last run could not process it. */
  has_failed: 0 | 1
  id: string
  /** What is to be refunded. */
  paise: number
  payment_id: string
  /** For a refund that is due: the previous refund, which failed or was partial. */
  refund_id: string | null
  /** Refusals in a row. */
  refusals: number
  status: 'due' | 'sent'
}

const RETRY_AT = retryAtSql('refunds', 'refunds.id')

// Refunds that failed last time come last, so they cannot stop a run before the others are sent.
const LEASE = `
UPDATE refunds SET lease_until = :now + ${LEASE_SECONDS}
 WHERE id IN (SELECT id FROM refunds
                       WHERE status IN ('due', 'sent') AND coalesce(lease_until, 0) <= :now
                         AND NOT (status = 'due' AND ${IS_BLOCKED_BY_DISPUTE})
                         AND coalesce(${RETRY_AT}, 0) <= :now
                       ORDER BY ${RETRY_AT} IS NOT NULL, lease_until LIMIT ${REFUNDS_PER_RUN})
RETURNING id, payment_id, booking_id, paise, attempts, refund_id, refusals, status, ${RETRY_AT} IS NOT NULL AS has_failed,
          (SELECT p.paise FROM payments p WHERE p.id = refunds.payment_id) AS captured_paise`

const REVIEW_LOST = `
UPDATE refunds SET status = 'review', lease_until = NULL, note = :note
 WHERE status = 'due' AND coalesce(lease_until, 0) <= :now AND ${HAS_LOST_DISPUTE}`

/** Leases the refunds of this run; those that failed last time come last. Puts refunds of lost disputes into review. */
export async function leaseRefunds(now: Date): Promise<LeasedRefund[]> {
  await d1.batchIdempotent([prepareNamed(REVIEW_LOST, { note: disputeLost, now: secondsOf(now) })])
  const { results } = await prepareNamed(LEASE, { now: secondsOf(now) }).all<LeasedRefund>()
  // RETURNING has no order.
  return results.toSorted((a, b) => a.has_failed - b.has_failed)
}

// Skip rows that an event, an admin or another run has changed since the lease.
const IS_STILL_LEASED = 'id = :id AND status = :leased_status AND refund_id IS :leased_refund'

const SCHEDULE_CHECK = `
UPDATE refunds SET status = :status, refund_id = :refund_id, lease_until = :next, attempts = :attempts, refusals = 0, note = NULL
 WHERE ${IS_STILL_LEASED}`

/** Schedules the next step: check a sent refund, or refund the rest of the amount. */
export async function scheduleCheck(
  lease: LeasedRefund,
  { refund_id, status }: { refund_id: string; status: 'due' | 'sent' },
  now: Date
): Promise<void> {
  const attempts = lease.attempts + 1
  const next = secondsOf(now) + backoffSeconds(attempts)
  await d1.batchIdempotent([prepareNamed(SCHEDULE_CHECK, { ...leaseParams(lease), attempts, next, refund_id, status })])
}

const MOVE_TO_REVIEW = `
UPDATE refunds SET status = 'review', refund_id = coalesce(:refund_id, refund_id), lease_until = NULL, note = :note
 WHERE ${IS_STILL_LEASED}`

/** The provider could not refund: an admin decides. */
export async function moveToReview(lease: LeasedRefund, refundId: string | null, note: string): Promise<void> {
  await d1.batchIdempotent([prepareNamed(MOVE_TO_REVIEW, { ...leaseParams(lease), note, refund_id: refundId })])
}

const leaseParams = ({ id, refund_id, status }: LeasedRefund) => ({
  id,
  leased_refund: refund_id,
  leased_status: status
})

const SAVE_REFUSAL = `UPDATE refunds SET lease_until = :next, refusals = :refusals, note = :note WHERE ${IS_STILL_LEASED}`

/** Tries a refused refund again after growing pauses, until an admin decides. */
export async function saveRefusal(lease: LeasedRefund, { message }: ProviderError, now: Date): Promise<void> {
  const refusals = lease.refusals + 1
  if (refusals >= REJECTIONS_MAX) return moveToReview(lease, null, message)
  const next = secondsOf(now) + backoffSeconds(refusals)
  await d1.batchIdempotent([prepareNamed(SAVE_REFUSAL, { ...leaseParams(lease), next, note: message, refusals })])
}

const END_LEASE = `UPDATE refunds SET lease_until = NULL, note = :note WHERE ${IS_STILL_LEASED}`

/** The result is unknown: server/jobs/item-retries.ts decides when the refund is tried again, without a limit. */
export async function endLease(lease: LeasedRefund, { message }: ProviderError): Promise<void> {
  await d1.batchIdempotent([prepareNamed(END_LEASE, { ...leaseParams(lease), note: message })])
}

function backoffSeconds(times: number): number {
  return Math.min(BACKOFF_MAX_SECONDS, MINUTE_SECONDS * 2 ** times)
}
