import { and, asc, desc, eq, inArray, notInArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import * as contract from '#contract/payments/refunds.ts'
import { pick } from '#domain/kit/rows.ts'
import { rupeesOf } from '#domain/money.ts'
import { DISPUTE_WARNING_HOURS, HEALTH_COUNT_MAX } from '#domain/monitoring.ts'
import { DECIDED_STATUSES, NON_BLOCKING_STATUSES, UNANSWERED_STATUSES } from '#domain/payments.ts'
import { HOUR_SECONDS } from '#domain/time/time-units.ts'
import * as activityText from '#messages/admin/activity.ts'
import { db, prepareNamed } from '#server/db/client.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { disputes } from '#server/db/schema/payments.ts'
import { users } from '#server/db/schema/riders.ts'
import { secondsOf, sqlStringList } from '#server/db/sql.ts'
import { rowid, selectPage } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { RIDER_COLUMNS, toBookingSummary } from '#server/payments/admin-payments.ts'
import type { ExtraStatements } from '#server/payments/settle.ts'
import { logError } from '#server/runtime/log.ts'
import { refusal } from '#server/runtime/refusal.ts'

// Disputes as admins see them. The list is read-only: admins answer disputes in the provider's dashboard.

export const listDisputes = implement(contract.listDisputes, async ({ query }, _, { now, responseHeaders }) => {
  const columns = pick(disputes, 'created_at', 'respond_by', 'told_at')
  const rows = await selectPage(selectDisputes(decidedCondition(query.is_decided)), {
    columns,
    query,
    responseHeaders,
    table: disputes
  })
  return rows.map(row => toAdminDispute(row, now))
})

function decidedCondition(isDecided: 'false' | 'true' | undefined): SQL | undefined {
  if (isDecided === undefined) return undefined
  return isDecided === 'true'
    ? inArray(disputes.status, [...DECIDED_STATUSES])
    : notInArray(disputes.status, [...DECIDED_STATUSES])
}

export async function disputesOfBooking(bookingId: string, now: Date) {
  const ofBooking = selectDisputes(eq(disputes.booking_id, bookingId))
  const rows = await ofBooking.orderBy(desc(disputes.created_at), desc(rowid(disputes)))
  return rows.map(row => toAdminDispute(row, now))
}

function selectDisputes(condition: SQL | undefined) {
  return db
    .select({ booking: bookings, dispute: disputes, ...RIDER_COLUMNS })
    .from(disputes)
    .innerJoin(bookings, eq(bookings.id, disputes.booking_id))
    .innerJoin(users, eq(users.id, bookings.user_id))
    .where(condition)
}

function toAdminDispute({ booking, dispute, ...rider }: Awaited<ReturnType<typeof selectDisputes>>[number], now: Date) {
  return {
    ...toDisputeFields(dispute),
    ...rider,
    ...toBookingSummary(booking, now),
    booking_amount: booking.amount,
    booking_id: booking.id,
    created_at: dispute.created_at.toISOString(),
    payment_id: dispute.payment_id,
    reason: dispute.reason,
    told_at: dispute.told_at.toISOString()
  }
}

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

function toDisputeFields({ currency, dispute_id, phase, status, ...dispute }: DisputeRow) {
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
 WHERE dispute_id IN (SELECT value FROM json_each(:disputes))
   AND EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = disputes.payment_id AND r.status = 'due'
                AND r.id IN (SELECT value FROM json_each(:refunds)))`

export interface DisputeOverride {
  /** Detail of the activity entry; absent if the payment is not disputed. */
  detail?: string | undefined
  /** Allow the cron to send a refund that the dispute would block. */
  statements: ExtraStatements
}

/** Those that block a refund of these payments, the most urgent one first. */
const blockingDisputesOf = (paymentIds: string[]) =>
  db
    .select()
    .from(disputes)
    .where(and(inArray(disputes.payment_id, paymentIds), blocksRefund(disputes)))
    .orderBy(...byUrgency(disputes))

export const isDisputed = async (paymentIds: string[]) => (await blockingDisputesOf(paymentIds)).length > 0

/**
 * Throws 409 unless `expected` names the most urgent dispute of the payments in its present status. The id of an
 * automatic refund is its payment's.
 */
export async function assertDisputeOverride(
  paymentIds: string[],
  expected: contract.DisputeOverrideFields,
  refundIds = paymentIds
): Promise<DisputeOverride> {
  const blocking = await blockingDisputesOf(paymentIds)
  const [first] = blocking
  if (!first) return { statements: [] }
  if (expected?.dispute_id !== first.dispute_id || expected.status !== first.status) throw refusal('payment_disputed')
  const ids = blocking.map(({ dispute_id }) => dispute_id)
  const params = { disputes: JSON.stringify(ids), refunds: JSON.stringify(refundIds) }
  return { statements: [prepareNamed(ALLOW_REFUND, params)], detail: activityText.disputeOverridden(first.dispute_id) }
}

export const IS_UNANSWERED = `status IN ${sqlStringList(UNANSWERED_STATUSES)}`

/** SQL: such a dispute has a deadline that is near, past or unknown. */
export const IS_NEAR_DEADLINE = `${IS_UNANSWERED} AND coalesce(respond_by, 0) <= :now + ${DISPUTE_WARNING_HOURS * HOUR_SECONDS}`

const SELECT_NEAR = `
SELECT dispute_id AS id FROM disputes WHERE ${IS_NEAR_DEADLINE} ORDER BY respond_by LIMIT ${HEALTH_COUNT_MAX}`

/**
 * Logs one line for all unanswered disputes whose deadline is near, past or unknown. Runs every hour; returns their
 * number.
 */
export async function logDisputeDeadlines(now: Date): Promise<number> {
  const { results: near } = await prepareNamed(SELECT_NEAR, { now: secondsOf(now) }).all<{ id: string }>()
  if (near.length > 0) logError('dispute_deadline_near', { ids: near.map(({ id }) => id) })
  return near.length
}
