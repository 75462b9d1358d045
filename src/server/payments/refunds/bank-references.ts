import { DAY_SECONDS, HOUR_SECONDS } from '#domain/time/time-units.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { forEachIsolated, isDue, stopOnOutage } from '#server/jobs/job-runs.ts'
import { provider } from '#server/payments/provider/provider.ts'
import { ProviderError } from '#server/runtime/outgoing.ts'

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
export const SAVE_REFERENCE = `
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
  return forEachIsolated(results, {
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
