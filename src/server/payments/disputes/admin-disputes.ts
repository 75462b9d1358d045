import { desc, eq, inArray, notInArray, type SQL } from 'drizzle-orm'
import * as contract from '#contract/payments/refunds.ts'
import { DECIDED_STATUSES } from '#domain/payments/statuses.ts'
import { db } from '#server/db/client.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { disputes } from '#server/db/schema/payments.ts'
import { users } from '#server/db/schema/riders.ts'
import { rowid, selectPage } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { toBookingSummary } from '#server/payments/booking-summary.ts'
import { toDisputeFields } from './dispute-override.ts'

// Disputes as admins see them. This list is read-only: admins answer disputes in the provider's dashboard.

export const listDisputes = implement(contract.listDisputes, async ({ query }, _, { now, responseHeaders }) => {
  const { created_at, respond_by, told_at } = disputes
  const rows = await selectPage(selectDisputes(decidedCondition(query.is_decided)), {
    columns: { created_at, respond_by, told_at },
    newest: created_at,
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
    .select({ booking: bookings, dispute: disputes, user_email: users.email, user_name: users.name })
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
