import { and, asc, eq, inArray, notInArray, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { DisputeOverrideFields } from '#contract/payments/refunds.ts'
import { rupeesOf } from '#domain/catalogue/pricing.ts'
import { DECIDED_STATUSES, NON_BLOCKING_STATUSES } from '#domain/payments/statuses.ts'
import * as text from '#messages/admin/activity.ts'
import { d1, db } from '#server/db/client.ts'
import { disputes } from '#server/db/schema/payments.ts'
import type { ExtraStatements } from '#server/payments/settle.ts'
import { refusal } from '#server/runtime/refusal.ts'

// An admin must acknowledge an open dispute before refunding its payment. Otherwise the rider may get the money twice,
// from us and from the bank.

type DisputeRow = typeof disputes.$inferSelect

const blockingDisputes = alias(disputes, 'against')

type DisputeTable = typeof disputes | typeof blockingDisputes

const blocksRefund = ({ status }: DisputeTable) => notInArray(status, [...NON_BLOCKING_STATUSES])

/** Undecided disputes first, then by deadline. */
const byUrgency = ({ dispute_id, respond_by, status }: DisputeTable) => [
  inArray(status, [...DECIDED_STATUSES]),
  asc(respond_by),
  asc(dispute_id)
]

/** Join condition that picks the most urgent dispute that blocks a refund of the payment. */
export function mostUrgentDispute(paymentId: SQLWrapper) {
  const first = db
    .select({ dispute_id: blockingDisputes.dispute_id })
    .from(blockingDisputes)
    .where(and(eq(blockingDisputes.payment_id, paymentId), blocksRefund(blockingDisputes)))
    .orderBy(...byUrgency(blockingDisputes))
    .limit(1)
  return eq(disputes.dispute_id, sql`${first}`)
}

export function toDisputeFields({ currency, dispute_id, phase, status, ...dispute }: DisputeRow) {
  return {
    amount: rupeesOf(dispute.paise),
    amount_deducted: rupeesOf(dispute.paise_deducted),
    currency,
    dispute_id,
    phase,
    respond_by: dispute.respond_by?.toISOString() ?? null,
    status
  }
}

export function toBlockingDispute(row: DisputeRow | null) {
  return row && { ...toDisputeFields(row), refund_allowed: row.refund_allowed }
}

// Runs last in the batch, so it applies only where the batch made a refund due.
const ALLOW_REFUND = `
UPDATE disputes SET refund_allowed = 1
 WHERE dispute_id IN (SELECT value FROM json_each(?1))
   AND EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = disputes.payment_id AND r.status = 'due')`

export interface DisputeOverride {
  /** Detail of the activity entry; absent if the payment is not disputed. */
  detail?: string | undefined
  /** Allow the cron to send a refund that the dispute would block. */
  statements: ExtraStatements
}

/** Throws 409 unless `expected` names the most urgent dispute of the payments in its present status. */
export async function assertDisputeOverride(
  paymentIds: string[],
  expected: DisputeOverrideFields
): Promise<DisputeOverride> {
  const blocking = await db
    .select()
    .from(disputes)
    .where(and(inArray(disputes.payment_id, paymentIds), blocksRefund(disputes)))
    .orderBy(...byUrgency(disputes))
  const [first] = blocking
  if (!first) return { statements: [] }
  if (expected?.dispute_id !== first.dispute_id || expected.status !== first.status) throw refusal('payment_disputed')
  const ids = JSON.stringify(blocking.map(({ dispute_id }) => dispute_id))
  return { statements: [d1.prepare(ALLOW_REFUND).bind(ids)], detail: text.disputeOverridden(first.dispute_id) }
}
