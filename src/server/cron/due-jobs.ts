import type { RecordedRun } from '#domain/monitoring/cron-lists.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/time-units.ts'
import { d1 } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'

// Decides whether the hourly and the daily jobs are due, from their last recorded start. A run that was missed is
// caught up by the next one.

/** Two at night in India, when traffic is lowest. */
const DAILY_AT_UTC = '20:30'

export interface DueJobs {
  isDaily: boolean
  isHourly: boolean
}

// One statement reads and records, so of two overlapping runs only one starts the jobs. A run at the due time itself
// always starts them: a wrong clock may have recorded a start in the future, and a retry of this statement may find the
// start that its first attempt recorded.
const RECORD_START = `
INSERT INTO runs (job, ended_at, troubles) VALUES (?1, ?2, 0)
    ON CONFLICT (job) DO UPDATE SET ended_at = excluded.ended_at WHERE runs.ended_at < ?3 OR ?2 = ?3
RETURNING job`

/** Returns which jobs are due, and records that they start in the minute of `now`. */
export async function recordDueJobs(now: Date): Promise<DueJobs> {
  const minute = secondsOf(startOf(MINUTE_MS, now))
  const record = (job: RecordedRun, dueAt: Date) => d1.prepare(RECORD_START).bind(job, minute, secondsOf(dueAt))
  const [daily, hourly] = await d1.batchIdempotent([
    record('daily', lastDailyTime(now)),
    record('hourly', startOf(HOUR_MS, now))
  ])
  return { isDaily: daily?.results.length === 1, isHourly: hourly?.results.length === 1 }
}

const startOf = (unitMs: number, now: Date) => new Date(now.getTime() - (now.getTime() % unitMs))

function lastDailyTime(now: Date): Date {
  const today = new Date(`${now.toISOString().slice(0, 10)}T${DAILY_AT_UTC}Z`)
  return today <= now ? today : new Date(today.getTime() - DAY_MS)
}
