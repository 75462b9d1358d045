import { CRON_JOBS, type CronJob, MINUTE_RUN } from '#domain/monitoring/cron-lists.ts'
import { isDatabaseUnavailable } from '#server/db/retry.ts'
import { recordRun } from '#server/jobs/job-runs.ts'
import { logMisconfigured, logWithBackoff } from '#server/jobs/log-backoff.ts'
import { notifyOfChanges, sendHeartbeat } from '#server/monitoring/notify-operator.ts'
import { misconfiguredVariable } from '#server/runtime/env.ts'
import { errorFields, logException, type RunSummary } from '#server/runtime/log.ts'
import { startJobs } from './start-jobs.ts'

/**
 * Runs the jobs that are due and returns their counts, or null if the Worker is misconfigured. A failed job is logged
 * and does not stop the others.
 *
 * `now` is the scheduled minute. `clock` gives the actual time for decisions late in a long run.
 */
export async function runCronJobs(now: Date, clock: () => Date): Promise<RunSummary | null> {
  const variable = misconfiguredVariable()
  if (variable !== null) {
    await logMisconfigured(variable, now)
    await attempt('alerts', notifyOfChanges(now, clock), now)
    return null
  }
  const summary = await runJobs(now, clock)
  const isRecorded = await attempt('runs', recordRun(MINUTE_RUN, summary.failures, now), now)
  // A run that could not be recorded counts as missing, also for the outside service.
  await Promise.all([
    attempt('alerts', notifyOfChanges(now, clock), now),
    isRecorded ? attempt('heartbeat', sendHeartbeat(now), now) : undefined
  ])
  return summary
}

async function runJobs(now: Date, clock: () => Date): Promise<RunSummary & { failures: number }> {
  const started = startJobs(now, clock)
  const outcomes = await Promise.all(CRON_JOBS.map(job => outcomeOf(job, started[job])))
  const summary: RunSummary & { failures: number } = { failures: 0 }
  for (const outcome of outcomes) {
    if ('count' in outcome) summary[outcome.job] = outcome.count
    else {
      await logJobFailure(outcome.job, outcome.error, now)
      summary.failures += 1
    }
  }
  return summary
}

type JobOutcome = { count: number | undefined; job: CronJob } | { error: unknown; job: CronJob }

function outcomeOf(job: CronJob, work: Promise<number | undefined>): Promise<JobOutcome> {
  return work.then(
    count => ({ count, job }),
    (error: unknown) => ({ error, job })
  )
}

/** Returns false after a failure, which is logged under the name of the job. */
function attempt(job: string, work: Promise<void>, now: Date): Promise<boolean> {
  return work.then(
    () => true,
    async (error: unknown) => {
      await logJobFailure(job, error, now)
      return false
    }
  )
}

async function logJobFailure(job: string, error: unknown, now: Date): Promise<void> {
  if (isDatabaseUnavailable(error)) return
  const { error: kind, message = kind } = errorFields(error)
  await logWithBackoff(`${job}: ${message}`, now, () => logException(error, { job }))
}
