import { refundFailed, refundPartFailed } from '#messages/admin/payments/refunds.ts'
import { d1 } from '#server/db/client.ts'
import { forEachIsolated, stopOnOutage } from '#server/jobs/item-retries.ts'
import type { ExtraStatements } from '#server/payments/payment-report.ts'
import { provider, refundProgress } from '#server/payments/provider/current-provider.ts'
import type { ProviderRefund } from '#server/payments/provider/provider.ts'
import { logError } from '#server/runtime/log.ts'
import { ProviderError } from '#server/runtime/outgoing.ts'
import {
  endLease,
  type LeasedRefund,
  leaseRefunds,
  moveToReview,
  saveRefusal,
  scheduleCheck
} from './leased-refunds.ts'
import { recordProcessedRefund } from './refund-records.ts'

// Sends refunds that are due, and checks those that are sent. The idempotency key prevents duplicates at the provider.

/** Sends due refunds and checks sent ones that have no result yet. Returns how many the provider answered. */
export async function sendRefunds(now: Date): Promise<number> {
  let answered = 0
  await forEachIsolated(await leaseRefunds(now), {
    errorEvent: 'refund_failed',
    idOf: ({ id }) => id,
    shouldStop: stopOnOutage(),
    list: 'refunds',
    logFields: logFieldsOf,
    now,
    process: async lease => {
      await processRefund(lease, now)
      answered += 1
    }
  })
  return answered
}

const logFieldsOf = ({ booking_id, payment_id }: LeasedRefund) => ({ booking_id, payment_id })

async function processRefund(lease: LeasedRefund, now: Date): Promise<void> {
  try {
    await saveResult(lease, await requestRefund(lease), now)
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

async function requestRefund(lease: LeasedRefund): Promise<ProviderRefund> {
  const { id, payment_id, refund_id, status } = lease
  if (status === 'sent' && refund_id !== null) return provider().fetchRefund(refund_id)
  // The same key returns the same refund, so the next key includes the previous refund's id.
  const key = refund_id === null ? `rf-${id}` : `rf-${id}-${refund_id}`
  try {
    return await provider().refund(payment_id, key, isWhole(lease) ? null : { amount: lease.paise, receipt: id })
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
  const { state } = await (refund.amount >= lease.paise
    ? FULLY_REFUNDED
    : refundProgress({ amount: lease.captured_paise, id: lease.payment_id }, refund))
  if (state === 'complete') return recordProcessedRefund({ ...lease, refund_id: refund.id }, now)
  // Pending refunds from the provider's dashboard may cover the rest. Otherwise the rest is refunded next.
  return scheduleCheck(lease, { refund_id: refund.id, status: state === 'pending' ? 'sent' : 'due' }, now)
}

const FULLY_REFUNDED = { state: 'complete' } as const

const failureNote = (refund: { amount: number }, paise: number) =>
  refund.amount < paise ? refundPartFailed : refundFailed

// A due refund is not affected: its own request reports a failure. A failed refund found now is an earlier one, or one
// from the provider's dashboard.
const REVIEW_FAILED = `
UPDATE refunds SET status = 'review', lease_until = NULL, note = ?3
 WHERE payment_id = ?1 AND status = 'sent' AND refund_id = ?2`

/** Handles the provider's event that a refund failed. Changes only the row that waits for that refund. */
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
