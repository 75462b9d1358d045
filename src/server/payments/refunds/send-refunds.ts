import { NON_BLOCKING_STATUSES } from '#domain/payments.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { secondsOf, sqlStringList } from '#server/db/sql.ts'
import { isDue, processWithRetries, retryAtSql, stopOnOutage } from '#server/jobs/retries.ts'
import { type ProviderRefund, provider, refundProgress } from '#server/payments/provider/provider.ts'
import type { ExtraStatements } from '#server/payments/settle.ts'
import { logError } from '#server/runtime/log.ts'
import { ProviderError } from '#server/runtime/outgoing.ts'
import { reviewDeskRefunds } from './admin-refunds.ts'
import { recordProcessedRefund } from './refund-records.ts'

// Sends refunds that are due, and checks those that are sent. The idempotency key prevents duplicates at the provider.

/** Sends due refunds and checks sent ones that have no result yet. Returns how many the provider answered. */
export async function sendRefunds(now: Date): Promise<number> {
  return processWithRetries(await leaseRefunds(now), {
    errorEvent: 'refund_failed',
    idOf: ({ id }) => id,
    shouldStop: stopOnOutage(),
    list: 'refunds',
    logFields: logFieldsOf,
    now,
    process: lease => processRefund(lease, now)
  })
}

const logFieldsOf = ({ booking_id, payment_id }: LeasedRefund) => ({ booking_id, payment_id })

async function processRefund(lease: LeasedRefund, now: Date): Promise<void> {
  try {
    await saveResult(lease, await requestRefund(lease, now), now)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.kind !== 'rejected') {
      await endLease(lease, error)
      throw error
    }
    await saveRefusal(lease, error, now)
    logError('refund_failed', { ...logFieldsOf(lease), item: lease.id, list: 'refunds', message: error.message })
  }
}

/**
 * A request for the whole payment names no amount: the provider refunds all that is left, whatever was refunded in its
 * dashboard meanwhile.
 */
const isWhole = ({ captured_paise, paise }: LeasedRefund) => paise === captured_paise

async function requestRefund(lease: LeasedRefund, now: Date): Promise<ProviderRefund> {
  const { id, payment_id, refund_id, status } = lease
  if (status === 'sent' && refund_id !== null) return provider().fetchRefund(refund_id)
  // The same key returns the same refund, so the next key includes the previous refund's id.
  const key = refund_id === null ? `rf-${id}` : `rf-${id}-${refund_id}`
  try {
    const part = isWhole(lease) ? null : { amount: lease.paise, receipt: id }
    return await provider().refund(payment_id, key, part, now)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error
    const refund = await findExistingRefund(lease)
    if (refund) return refund
    throw error
  }
}

/** A rejected refund may exist already: by a request whose response was lost, or in the provider's dashboard. */
async function findExistingRefund({ id, payment_id, refund_id }: LeasedRefund): Promise<ProviderRefund | null> {
  const refunds = await provider().refundsOf(payment_id)
  const own = refunds.find(refund => refund.receipt === id && refund.id !== refund_id && refund.status !== 'failed')
  if (own) return own
  const payment = await provider().fetchPayment(payment_id)
  return payment.status === 'refunded' ? (await refundProgress(payment)).last : null
}

async function saveResult(lease: LeasedRefund, refund: ProviderRefund, now: Date): Promise<void> {
  if (refund.status === 'failed') return moveToReview(lease, refund.id, failureNote(refund, lease.paise))
  if (refund.status === 'pending') return scheduleCheck(lease, { refund_id: refund.id, status: 'sent' }, now)
  const payment = { amount: lease.captured_paise, id: lease.payment_id }
  const state = refund.amount >= lease.paise ? 'complete' : (await refundProgress(payment, refund)).state
  if (state === 'complete')
    return recordProcessedRefund({ ...lease, reference: refund.reference, refund_id: refund.id }, now)
  // Pending refunds from the provider's dashboard may cover the rest. Otherwise the rest is refunded next.
  return scheduleCheck(lease, { refund_id: refund.id, status: state === 'pending' ? 'sent' : 'due' }, now)
}

const failureNote = (refund: { amount: number }, paise: number) =>
  refund.amount < paise ? refundsText.refundPartFailed : refundsText.refundFailed

/** SQL assignments: an admin decides. */
const SET_REVIEW = "status = 'review', lease_until = NULL, note = :note"

// A due refund is not affected: its own request reports a failure. A failed refund found now is an earlier one, or one
// from the provider's dashboard.
const REVIEW_FAILED = `
UPDATE refunds SET ${SET_REVIEW}
 WHERE payment_id = :payment AND status = 'sent' AND refund_id = :refund`

/** Handles the provider's event that a refund failed. Changes only the row that waits for that refund. */
export async function recordProviderFailure(
  { amount, id }: { amount: number; id: string },
  refund: ProviderRefund,
  extraStatements: ExtraStatements
): Promise<void> {
  const params = { note: failureNote(refund, amount), payment: id, refund: refund.id }
  await runIdempotent([...extraStatements, REVIEW_FAILED], params)
}

// The rows of refunds that a run of the cron has leased, and the next step of each. A lease keeps two runs from sending
// the same refund.
//
// The provider's answers set the next step here, in `lease_until`. Errors without an answer are retried by
// server/jobs/retries.ts alone, so that refunds are sent within minutes of an outage's end.

const LEASE_SECONDS = 120
const REFUNDS_PER_RUN = 50
/** After this many refusals in a row an admin decides. */
const REJECTIONS_MAX = 8
const BACKOFF_MAX_SECONDS = 6 * HOUR_SECONDS

interface LeasedRefund {
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

/**
 * SQL: the payment has a matching dispute and no admin has allowed its refund. The rider may get this money from the
 * bank.
 */
const hasBlockingDispute = (condition: string) => `
EXISTS (SELECT 1 FROM disputes d WHERE d.payment_id = refunds.payment_id AND d.refund_allowed = 0 AND ${condition})`

const IS_BLOCKED_BY_DISPUTE = hasBlockingDispute(`d.status NOT IN ${sqlStringList(NON_BLOCKING_STATUSES)}`)

/** SQL: the rider already has the money from the bank, so an admin decides about the refund. */
const HAS_LOST_DISPUTE = hasBlockingDispute("d.status = 'lost'")

const RETRY_AT = retryAtSql('refunds', 'refunds.id')

// Refunds that failed last time come last, so they cannot stop a run before the others are sent.
const LEASE = `
UPDATE refunds SET lease_until = :now + ${LEASE_SECONDS}
 WHERE id IN (SELECT id FROM refunds
                       WHERE status IN ('due', 'sent') AND coalesce(lease_until, 0) <= :now
                         AND NOT (status = 'due' AND ${IS_BLOCKED_BY_DISPUTE})
                         AND ${isDue('refunds', 'refunds.id')}
                       ORDER BY ${RETRY_AT} IS NOT NULL, lease_until LIMIT ${REFUNDS_PER_RUN})
RETURNING id, payment_id, booking_id, paise, attempts, refund_id, refusals, status, ${RETRY_AT} IS NOT NULL AS has_failed,
          (SELECT p.paise FROM payments p WHERE p.id = refunds.payment_id) AS captured_paise`

const REVIEW_LOST = `
UPDATE refunds SET ${SET_REVIEW}
 WHERE status = 'due' AND coalesce(lease_until, 0) <= :now AND ${HAS_LOST_DISPUTE}`

/**
 * Leases the refunds of this run; those that failed last time come last. Puts refunds of lost disputes into review, and
 * those of the desk.
 */
async function leaseRefunds(now: Date): Promise<LeasedRefund[]> {
  await runIdempotent([REVIEW_LOST], { note: refundsText.disputeLost, now: secondsOf(now) })
  await reviewDeskRefunds()
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
async function scheduleCheck(
  lease: LeasedRefund,
  { refund_id, status }: { refund_id: string; status: 'due' | 'sent' },
  now: Date
): Promise<void> {
  const attempts = lease.attempts + 1
  const next = secondsOf(now) + backoffSeconds(attempts)
  await runIdempotent([SCHEDULE_CHECK], { ...leaseParams(lease), attempts, next, refund_id, status })
}

const MOVE_TO_REVIEW = `
UPDATE refunds SET ${SET_REVIEW}, refund_id = coalesce(:refund_id, refund_id)
 WHERE ${IS_STILL_LEASED}`

/** The provider could not refund: an admin decides. */
async function moveToReview(lease: LeasedRefund, refundId: string | null, note: string): Promise<void> {
  await runIdempotent([MOVE_TO_REVIEW], { ...leaseParams(lease), note, refund_id: refundId })
}

const leaseParams = ({ id, refund_id, status }: LeasedRefund) => ({
  id,
  leased_refund: refund_id,
  leased_status: status
})

const SAVE_REFUSAL = `UPDATE refunds SET lease_until = :next, refusals = :refusals, note = :note WHERE ${IS_STILL_LEASED}`

/** Tries a refused refund again after growing pauses, until an admin decides. */
async function saveRefusal(lease: LeasedRefund, { message }: ProviderError, now: Date): Promise<void> {
  const refusals = lease.refusals + 1
  if (refusals >= REJECTIONS_MAX) return moveToReview(lease, null, message)
  const next = secondsOf(now) + backoffSeconds(refusals)
  await runIdempotent([SAVE_REFUSAL], { ...leaseParams(lease), next, note: message, refusals })
}

const END_LEASE = `UPDATE refunds SET lease_until = NULL, note = :note WHERE ${IS_STILL_LEASED}`

/** The result is unknown: server/jobs/retries.ts decides when the refund is tried again, without a limit. */
async function endLease(lease: LeasedRefund, { message }: ProviderError): Promise<void> {
  await runIdempotent([END_LEASE], { ...leaseParams(lease), note: message })
}

function backoffSeconds(times: number): number {
  return Math.min(BACKOFF_MAX_SECONDS, MINUTE_SECONDS * 2 ** times)
}
