import { disputeLost, refundFailed, refundPartFailed } from '#messages/admin.ts'
import { d1 } from '#server/db/client.ts'
import { secondsOf } from '#server/db/instants.ts'
import { HAS_LOST_DISPUTE, IS_BLOCKED_BY_DISPUTE } from '#server/disputes/sql.ts'
import { forEachIsolated, retryAtSql, stopOnOutage } from '#server/runtime/item-retries.ts'
import { logError } from '#server/runtime/log.ts'
import { provider, refundProgress } from './current-provider.ts'
import { ProviderError, type ProviderRefund } from './provider.ts'
import { type ExtraStatements, settleProcessedRefund } from './settle.ts'

// What is owed goes back: the row of a refund is a promise, and this keeps it. A lease keeps two runs from sending one
// refund; that it is done once even so, its key sees to, at the provider.

const LEASE_SECONDS = 120
const REFUNDS_PER_RUN = 50
/** A provider that has said no by now is not asked again: an admin decides. */
const REFUSED_ATTEMPTS_MAX = 8
const BACKOFF_MAX_SECONDS = 6 * 60 * 60

interface LeasedRefund {
  attempts: number
  booking_id: string
  /** What was captured, which is what has to go back; null where nobody has written it down. */
  paise: number | null
  payment_id: string
  /** Of one that is still to be sent: the refund before it, which failed or was not all of it. */
  refund_id: string | null
  status: 'due' | 'sent'
}

const LEASE = `
UPDATE refunds SET attempts = attempts + 1, lease_until = ?1 + ${LEASE_SECONDS}
 WHERE payment_id IN (SELECT payment_id FROM refunds
                       WHERE status IN ('due', 'sent') AND coalesce(lease_until, 0) <= ?1
                         AND NOT (status = 'due' AND ${IS_BLOCKED_BY_DISPUTE})
                         AND coalesce(${retryAtSql('refunds', 'refunds.payment_id')}, 0) <= ?1
                       ORDER BY lease_until LIMIT ${REFUNDS_PER_RUN})
RETURNING payment_id, booking_id, attempts, refund_id, status,
          (SELECT p.paise FROM payments p WHERE p.payment_id = refunds.payment_id AND p.status = 'captured') AS paise`

const REVIEW_LOST = `
UPDATE refunds SET status = 'review', lease_until = NULL, note = ?2
 WHERE status = 'due' AND coalesce(lease_until, 0) <= ?1 AND ${HAS_LOST_DISPUTE}`

/** Sends what is due, and asks after what was sent and never told of; answers how many that are. */
export async function sendRefunds(now: Date): Promise<number> {
  await d1.batchIdempotent([d1.prepare(REVIEW_LOST).bind(secondsOf(now), disputeLost)])
  const { results } = await d1.prepare(LEASE).bind(secondsOf(now)).all<LeasedRefund>()
  await forEachIsolated(results, {
    errorEvent: 'refund_not_sent',
    idOf: ({ payment_id }) => payment_id,
    shouldStop: stopOnOutage(),
    list: 'refunds',
    now,
    process: lease => processRefund(lease, now)
  })
  return results.length
}

function processRefund(lease: LeasedRefund, now: Date): Promise<void> {
  const sending = requestRefund(lease).then(made => saveResult(lease, made, now))
  return sending.catch(async (error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    await postpone(lease, error, now)
    // A refusal is an answer; anything else is a failure of this refund.
    if (error.kind !== 'refused') throw error
    logError('refund_not_sent', { message: error.message, payment_id: lease.payment_id })
  })
}

async function requestRefund({ payment_id, refund_id, status }: LeasedRefund): Promise<ProviderRefund> {
  if (status === 'sent' && refund_id !== null) return provider().fetchRefund(refund_id)
  // The same key gives the same refund, so the one before it is named in the next one's.
  const key = refund_id === null ? `rf-${payment_id}` : `rf-${payment_id}-${refund_id}`
  return provider()
    .refund(payment_id, key)
    .catch(async (error: unknown) => {
      if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error
      // It may go back already: by the provider's dashboard, or in answer to a request whose answer was lost.
      const payment = await provider().fetchPayment(payment_id)
      const { last } = payment.status === 'refunded' ? await refundProgress(payment) : { last: null }
      if (last) return last
      throw error
    })
}

async function saveResult(lease: LeasedRefund, made: ProviderRefund, now: Date): Promise<void> {
  if (made.status === 'failed') return moveToReview(lease, made.id, failureNote(made, lease.paise))
  if (made.status === 'pending') return scheduleCheck(lease, made.id, 'sent', now)
  const amount = lease.paise ?? made.amount
  const { state } = await (made.amount >= amount
    ? FULLY_REFUNDED
    : refundProgress({ amount, id: lease.payment_id }, made))
  if (state === 'whole') return settleProcessedRefund({ ...lease, refund_id: made.id }, now)
  // Other refunds, made in the provider's dashboard, are to give back the rest: what they do not is asked for.
  return scheduleCheck(lease, made.id, state === 'pending' ? 'sent' : 'due', now)
}

const FULLY_REFUNDED = { state: 'whole' } as const

const failureNote = (refund: { amount: number }, paise: number | null) =>
  paise !== null && refund.amount < paise ? refundPartFailed : refundFailed

// Only what is still as it was leased: an event, an admin or another run may have been here since.
const IS_STILL_LEASED = 'payment_id = ?1 AND status = ?2 AND refund_id IS ?3'

const SCHEDULE_CHECK = `
UPDATE refunds SET status = ?4, refund_id = ?5, lease_until = ?6, note = NULL WHERE ${IS_STILL_LEASED}`

/** This refund is asked after next; or, where it left a rest that nobody gives back, the rest is asked for. */
async function scheduleCheck(lease: LeasedRefund, refund_id: string, status: 'due' | 'sent', now: Date): Promise<void> {
  const next = secondsOf(now) + backoffSeconds(lease)
  await d1.batchIdempotent([d1.prepare(SCHEDULE_CHECK).bind(...leaseParams(lease), status, refund_id, next)])
}

const MOVE_TO_REVIEW = `
UPDATE refunds SET status = 'review', refund_id = coalesce(?4, refund_id), lease_until = NULL, note = ?5
 WHERE ${IS_STILL_LEASED}`

/** The provider could not give the money back: an admin decides. */
async function moveToReview(lease: LeasedRefund, refund_id: string | null, note: string): Promise<void> {
  await d1.batchIdempotent([d1.prepare(MOVE_TO_REVIEW).bind(...leaseParams(lease), refund_id, note)])
}

const leaseParams = ({ payment_id, refund_id, status }: LeasedRefund) => [payment_id, status, refund_id] as const

// What is still to be sent waits for the answer to its own request, which tells of a failure as well: a refund that
// failed meanwhile is an earlier one, or somebody's in the provider's dashboard.
const REVIEW_FAILED = `
UPDATE refunds SET status = 'review', lease_until = NULL, note = ?3
 WHERE payment_id = ?1 AND status = 'sent' AND refund_id = ?2`

/** The provider tells that one of its refunds failed: it changes what waits for that very refund, and nothing else. */
export async function recordProviderFailure(
  { amount, id }: { amount: number; id: string },
  refund: ProviderRefund,
  extraStatements: ExtraStatements
): Promise<void> {
  await d1.batchIdempotent([
    ...extraStatements,
    d1.prepare(REVIEW_FAILED).bind(id, refund.id, failureNote(refund, amount))
  ])
}

const POSTPONE = `UPDATE refunds SET lease_until = ?4, note = ?5 WHERE ${IS_STILL_LEASED}`

/** Asked again later, and ever later. What is refused time and again waits for an admin; what is not known, never. */
async function postpone(lease: LeasedRefund, { message, kind }: ProviderError, now: Date): Promise<void> {
  if (kind === 'refused' && lease.attempts >= REFUSED_ATTEMPTS_MAX) return moveToReview(lease, null, message)
  await d1.batchIdempotent([
    d1.prepare(POSTPONE).bind(...leaseParams(lease), secondsOf(now) + backoffSeconds(lease), message)
  ])
}

function backoffSeconds({ attempts }: LeasedRefund): number {
  return Math.min(BACKOFF_MAX_SECONDS, 60 * 2 ** attempts)
}
