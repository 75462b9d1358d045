import { and, asc, inArray, isNull, lte, or } from 'drizzle-orm'
import { DISPUTE_WARNING_HOURS, HEALTH_COUNT_MAX } from '#domain/health-checks.ts'
import { UNANSWERED_STATUSES } from '#domain/payments/disputes.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { HOUR_MINUTES } from '#domain/time/time-units.ts'
import { db } from '#server/db/client.ts'
import { disputes } from '#server/db/schema/payments.ts'
import { logError } from '#server/runtime/log.ts'

/**
 * Logs one line for all unanswered disputes whose deadline is near, past or unknown. Runs every hour; returns their
 * number.
 */
export async function logDisputeDeadlines(now: Date): Promise<number> {
  const deadlineLimit = addMinutes(now, DISPUTE_WARNING_HOURS * HOUR_MINUTES)
  const near = await db
    .select({ id: disputes.dispute_id })
    .from(disputes)
    .where(
      and(
        inArray(disputes.status, [...UNANSWERED_STATUSES]),
        or(isNull(disputes.respond_by), lte(disputes.respond_by, deadlineLimit))
      )
    )
    .orderBy(asc(disputes.respond_by))
    .limit(HEALTH_COUNT_MAX)
  if (near.length > 0) logError('dispute_deadline_near', { ids: near.map(({ id }) => id) })
  return near.length
}
