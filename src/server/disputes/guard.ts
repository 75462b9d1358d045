import { and, asc, eq, inArray, notInArray, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { DisputeOverrideInput } from '#contract/payments/disputes.ts'
import { DECIDED_STATUSES, NON_BLOCKING_STATUSES } from '#domain/disputes.ts'
import { rupeesOf } from '#domain/pricing.ts'
import * as text from '#messages/admin.ts'
import { d1, db } from '#server/db/client.ts'
import { disputes } from '#server/db/schema.ts'
import { conflict } from '#server/http/errors.ts'
import type { ExtraStatements } from '#server/payments/settle.ts'

// Nobody gives a disputed payment back who does not know that it is: the rider may get it from his bank as well.

type DisputeRow = typeof disputes.$inferSelect

const blockingDisputes = alias(disputes, 'against')

/** The row of `disputes` that speaks against giving a payment back, to be joined to what shows the payment. */
export function mostUrgentDispute(payment_id: SQLWrapper) {
  const first = db
    .select({ dispute_id: blockingDisputes.dispute_id })
    .from(blockingDisputes)
    .where(
      and(eq(blockingDisputes.payment_id, payment_id), notInArray(blockingDisputes.status, [...NON_BLOCKING_STATUSES]))
    )
    .orderBy(
      inArray(blockingDisputes.status, [...DECIDED_STATUSES]),
      asc(blockingDisputes.respond_by),
      asc(blockingDisputes.dispute_id)
    )
    .limit(1)
  return eq(disputes.dispute_id, sql`${first}`)
}

export function disputeFields({ currency, dispute_id, phase, status, ...kept }: DisputeRow) {
  return {
    amount: rupeesOf(kept.paise),
    amount_deducted: rupeesOf(kept.paise_deducted),
    currency,
    dispute_id,
    phase,
    respond_by: kept.respond_by?.toISOString() ?? null,
    status
  }
}

export function toBlockingDispute(row: DisputeRow | null) {
  return row && { ...disputeFields(row), refund_allowed: row.refund_allowed }
}

// Put last in the batch: only where it made a refund due.
const ALLOW_REFUND = `
UPDATE disputes SET refund_allowed = 1
 WHERE dispute_id IN (SELECT value FROM json_each(?1))
   AND EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = disputes.payment_id AND r.status = 'due')`

export interface DisputeOverride {
  /** What is written into the audit; nothing where the payment is not disputed. */
  detail?: string | undefined
  /** Lets the worker send what it would hold back. */
  statements: ExtraStatements
}

/** Refuses whoever was not shown the dispute as it is. */
export async function assertDisputeOverride(
  payment_id: string,
  expected: DisputeOverrideInput
): Promise<DisputeOverride> {
  const blocking = await db
    .select()
    .from(disputes)
    .where(and(eq(disputes.payment_id, payment_id), notInArray(disputes.status, [...NON_BLOCKING_STATUSES])))
    .orderBy(inArray(disputes.status, [...DECIDED_STATUSES]), asc(disputes.respond_by), asc(disputes.dispute_id))
  const [first] = blocking
  if (!first) return { statements: [] }
  if (expected?.dispute_id !== first.dispute_id || expected.status !== first.status)
    throw conflict(text.paymentDisputed)
  const ids = JSON.stringify(blocking.map(({ dispute_id }) => dispute_id))
  return { statements: [d1.prepare(ALLOW_REFUND).bind(ids)], detail: text.disputeAcknowledged(first.dispute_id) }
}
