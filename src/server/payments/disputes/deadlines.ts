import { DISPUTE_WARNING_HOURS, HEALTH_COUNT_MAX } from '#domain/monitoring/health-checks.ts'
import { UNANSWERED_STATUSES } from '#domain/payments/statuses.ts'
import { HOUR_SECONDS } from '#domain/time/time-units.ts'
import { prepareNamed } from '#server/db/client.ts'
import { secondsOf, sqlStringList } from '#server/db/sql.ts'
import { logError } from '#server/runtime/log.ts'

/** SQL: a dispute waits for a response. */
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
