import { eq } from 'drizzle-orm'
import { type CronList, LOG_LIST, type RecordedRun } from '#domain/monitoring.ts'
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { db, prepareNamed, runIdempotent } from '#server/db/client.ts'
import { failing_items } from '#server/db/schema/cron.ts'
import { secondsOf } from '#server/db/sql.ts'
import { isFirstThisHour, type LogFields, logError, logException, logFailure } from '#server/runtime/log.ts'
import { ProviderError } from '#server/runtime/outgoing.ts'
import { isUnavailable } from '#server/runtime/refusal.ts'

// Runs a cron list item by item. A failed item is logged and postponed for as long as it has been failing, and the
// others continue.
//
// If the provider is down, no failed item is postponed for more than a minute.

/** Seconds. */
const MINUTE_BACKOFF = { min: MINUTE_SECONDS, max: HOUR_SECONDS }
const NIGHTLY_BACKOFF = { min: DAY_SECONDS, max: 8 * DAY_SECONDS }

const BACKOFF_BY_LIST: Record<CronList, typeof MINUTE_BACKOFF> = {
  bucket: NIGHTLY_BACKOFF,
  invariants: NIGHTLY_BACKOFF,
  orders: MINUTE_BACKOFF,
  refunds: MINUTE_BACKOFF,
  riders: NIGHTLY_BACKOFF,
  uploads: MINUTE_BACKOFF
}

interface ItemJob<Item> {
  list: CronList
  /** Start of the run. Retries are scheduled from it, so that they coincide with later runs. */
  now: Date
  idOf: (item: Item) => string
  process: (item: Item) => Promise<unknown>
  /** Log event for provider errors. */
  errorEvent?: string
  /** What the log says of a failed item besides its list and id. */
  logFields?: (item: Item) => LogFields
  /** Returns true for an error after which the remaining items are skipped. */
  shouldStop?: (error: unknown) => boolean
}

/** Processes the items one after another. A failed item does not stop the others. Returns how many did not fail. */
export async function processWithRetries<Item>(items: readonly Item[], job: ItemJob<Item>): Promise<number> {
  let processed = 0
  if (items.length === 0) return processed
  const failing = await failingIds(job.list)
  for (const item of items) {
    const id = job.idOf(item)
    const failure = await job.process(item).then(
      () => null,
      (error: unknown) => ({ error })
    )
    if (failure === null && failing.has(id)) await logFailure(clearFailure(job.list, id))
    if (failure === null) {
      processed += 1
      continue
    }
    await logItemFailure(failure.error, { ...job.logFields?.(item), item: id, list: job.list }, job)
    await logFailure(postpone(failure.error, id, job))
    if (job.shouldStop?.(failure.error)) break
  }
  return processed
}

/**
 * Item errors are logged each time, because their retries back off. Provider outages recur every minute, so their log
 * backs off.
 */
async function logItemFailure(
  error: unknown,
  fields: LogFields,
  { errorEvent, list, now }: Pick<ItemJob<never>, 'errorEvent' | 'list' | 'now'>
): Promise<void> {
  if (!errorEvent || !(error instanceof ProviderError)) return logException(error, fields)
  const log = () => logError(errorEvent, { ...fields, message: error.message })
  if (isOutage(error)) await logWithBackoff(`${list}: ${error.kind}`, now, log)
  else log()
}

const TIMEOUTS_MAX = 2

/** Stops a run once the provider is busy, or after two timeouts. A single timeout may be caused by the item. */
export function stopOnOutage(): (error: unknown) => boolean {
  let timeouts = 0
  return error => {
    const kind = error instanceof ProviderError ? error.kind : null
    if (kind === 'unknown_outcome') timeouts += 1
    return kind === 'busy' || timeouts === TIMEOUTS_MAX
  }
}

const isOutage = (error: unknown) =>
  error instanceof ProviderError && (error.kind === 'busy' || error.kind === 'unknown_outcome')

const POSTPONE = `
INSERT INTO failing_items (list, id, failing_since, retry_at) VALUES (:list, :id, :now, :now + :min)
    ON CONFLICT (list, id) DO UPDATE SET retry_at = :now + min(:max, max(:min, :now - failing_since))`

async function postpone(
  error: unknown,
  id: string,
  { list, now }: Pick<ItemJob<never>, 'list' | 'now'>
): Promise<void> {
  const { max, min } = BACKOFF_BY_LIST[list]
  const params = { id, list, max: isOutage(error) ? min : max, min, now: secondsOf(now) }
  await runIdempotent([POSTPONE], params)
}

async function failingIds(list: CronList): Promise<Set<string>> {
  const failing = await db.select({ id: failing_items.id }).from(failing_items).where(eq(failing_items.list, list))
  return new Set(failing.map(({ id }) => id))
}

const CLEAR_FAILURE = 'DELETE FROM failing_items WHERE list = :list AND id = :id'

async function clearFailure(list: CronList, id: string): Promise<void> {
  await runIdempotent([CLEAR_FAILURE], { id, list })
}

/** SQL: when the item whose id is in `column` is retried; NULL if it did not fail. */
export const retryAtSql = (list: CronList, column: string): string =>
  `(SELECT f.retry_at FROM failing_items f WHERE f.list = '${list}' AND f.id = ${column})`

/** SQL: the item did not fail, or is due again. */
export const isDue = (list: CronList, column: string): string => `coalesce(${retryAtSql(list, column)}, 0) <= :now`

const RECORD_RUN = `
INSERT INTO runs (job, ended_at, troubles) VALUES (:job, :now, :failures)
    ON CONFLICT (job) DO UPDATE SET ended_at = excluded.ended_at, troubles = excluded.troubles`

/** Records that a cron job ended, and with how many failures. The health endpoint reads it. */
export async function recordRun(job: RecordedRun, failures: number, now: Date): Promise<void> {
  await runIdempotent([RECORD_RUN], { failures, job, now: secondsOf(now) })
}

// Logs a recurring problem at first, then at growing intervals of at most an hour. The state is in the database,
// because an isolate can end at any time; if the database fails, it is in memory.

// After the longest interval without a recurrence, the backoff restarts.
const NEXT_LOG_AT = `
INSERT INTO failing_items (list, id, failing_since, retry_at) VALUES ('${LOG_LIST}', :key, :now, :now + ${MINUTE_BACKOFF.min})
    ON CONFLICT (list, id) DO UPDATE
   SET failing_since = iif(retry_at + ${MINUTE_BACKOFF.max} < :now, :now, failing_since),
       retry_at = :now + iif(retry_at + ${MINUTE_BACKOFF.max} < :now, ${MINUTE_BACKOFF.min}, min(${MINUTE_BACKOFF.max}, max(${MINUTE_BACKOFF.min}, :now - failing_since)))
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
