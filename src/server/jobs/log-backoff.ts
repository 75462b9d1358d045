import { LOG_LIST } from '#domain/monitoring/cron-lists.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { prepareNamed } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { isFirstThisHour, logError, logException } from '#server/runtime/log.ts'
import { isUnavailable } from '#server/runtime/unavailable.ts'

// Logs a recurring problem at first, then at growing intervals of at most an hour. The state is in the database,
// because an isolate can end at any time; if the database fails, it is in memory.

/** Seconds. After the longest interval without a recurrence, the backoff restarts. */
const BACKOFF_SECONDS = { max: HOUR_SECONDS, min: MINUTE_SECONDS }

const NEXT_LOG_AT = `
INSERT INTO failing_items (list, id, failing_since, retry_at) VALUES ('${LOG_LIST}', :key, :now, :now + ${BACKOFF_SECONDS.min})
    ON CONFLICT (list, id) DO UPDATE
   SET failing_since = iif(retry_at + ${BACKOFF_SECONDS.max} < :now, :now, failing_since),
       retry_at = :now + iif(retry_at + ${BACKOFF_SECONDS.max} < :now, ${BACKOFF_SECONDS.min}, min(${BACKOFF_SECONDS.max}, max(${BACKOFF_SECONDS.min}, :now - failing_since)))
 WHERE retry_at <= :now
RETURNING id`

/** Logs unless the same `key` was logged recently. */
export async function logWithBackoff(key: string, now: Date, log: () => void): Promise<void> {
  const isDue = await isDueInDatabase(key, now).catch((error: unknown) => {
    const isFirst = isFirstThisHour(key, now)
    if (isFirst && !isUnavailable(error)) logException(error)
    return isFirst
  })
  if (isDue) log()
}

/** Logs that a variable is missing or wrong. Nothing works then, so every caller finds it. */
export function logMisconfigured(variable: string, now: Date): Promise<void> {
  return logWithBackoff(`misconfigured ${variable}`, now, () => logError('variable_misconfigured', { variable }))
}

async function isDueInDatabase(key: string, now: Date): Promise<boolean> {
  const { results } = await prepareNamed(NEXT_LOG_AT, { key, now: secondsOf(now) }).all()
  return results.length > 0
}
