import { and, asc, eq, inArray, notInArray, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { DespiteDispute } from '#contract/payments/disputes.ts'
import { DECIDED, HARMLESS } from '#domain/disputes.ts'
import { rupeesOf } from '#domain/pricing.ts'
import * as text from '#messages/admin.ts'
import { d1, db } from '#server/db/client.ts'
import { disputes } from '#server/db/schema.ts'
import { conflict } from '#server/http/errors.ts'
import type { Also } from '#server/payments/settle.ts'

// Nobody gives a disputed payment back who does not know that it is: the rider may get it from his bank as well.

type Kept = typeof disputes.$inferSelect

const against = alias(disputes, 'against')

/** The row of `disputes` that speaks against giving a payment back, to be joined to what shows the payment. */
export function mostPressingOf(payment_id: SQLWrapper) {
  const first = db
    .select({ dispute_id: against.dispute_id })
    .from(against)
    .where(and(eq(against.payment_id, payment_id), notInArray(against.status, [...HARMLESS])))
    .orderBy(inArray(against.status, [...DECIDED]), asc(against.respond_by), asc(against.dispute_id))
    .limit(1)
  return eq(disputes.dispute_id, sql`${first}`)
}

export function factsOf({ currency, dispute_id, phase, status, ...kept }: Kept) {
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

export function seenAgainst(kept: Kept | null) {
  return kept && { ...factsOf(kept), refund_allowed: kept.refund_allowed }
}

// Put last in the batch: only where it made a refund due.
const ALLOW = `
UPDATE disputes SET refund_allowed = 1
 WHERE dispute_id IN (SELECT value FROM json_each(?1))
   AND EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = disputes.payment_id AND r.status = 'due')`

export interface Despite {
  /** What is written into the audit; nothing where the payment is not disputed. */
  detail?: string | undefined
  /** Lets the worker send what it would hold back. */
  allowing: Also
}

/** Refuses whoever was not shown the dispute as it is. */
export async function refuseDisputed(payment_id: string, shown: DespiteDispute): Promise<Despite> {
  const speaking = await db
    .select()
    .from(disputes)
    .where(and(eq(disputes.payment_id, payment_id), notInArray(disputes.status, [...HARMLESS])))
    .orderBy(inArray(disputes.status, [...DECIDED]), asc(disputes.respond_by), asc(disputes.dispute_id))
  const [first] = speaking
  if (!first) return { allowing: [] }
  if (shown?.dispute_id !== first.dispute_id || shown.status !== first.status) throw conflict(text.paymentDisputed)
  const ids = JSON.stringify(speaking.map(({ dispute_id }) => dispute_id))
  return { allowing: [d1.prepare(ALLOW).bind(ids)], detail: text.despiteDispute(first.dispute_id) }
}
