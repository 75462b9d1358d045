import { DISPUTE_WARNING_HOURS } from '#domain/monitoring/health-checks.ts'
import { UNANSWERED_STATUSES } from '#domain/payments/statuses.ts'
import { HOUR_SECONDS } from '#domain/time/time-units.ts'
import { sqlStringList } from '#server/db/sql.ts'

/** SQL: a dispute waits for a response. */
export const IS_UNANSWERED = `status IN ${sqlStringList(UNANSWERED_STATUSES)}`

/** SQL: such a dispute has a deadline that is near, past or unknown. */
export const isNearDeadline = (now: string) =>
  `${IS_UNANSWERED} AND coalesce(respond_by, 0) <= ${now} + ${DISPUTE_WARNING_HOURS * HOUR_SECONDS}`
