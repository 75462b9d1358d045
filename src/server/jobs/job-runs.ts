import type { RecordedRun } from '#domain/monitoring/cron-lists.ts'
import { d1 } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'

const RECORD_RUN = `
INSERT INTO runs (job, ended_at, troubles) VALUES (?1, ?2, ?3)
    ON CONFLICT (job) DO UPDATE SET ended_at = excluded.ended_at, troubles = excluded.troubles`

/** Records that a cron job ended, and with how many problems. The health endpoint reads it. */
export async function recordRun(job: RecordedRun, problems: number, now: Date): Promise<void> {
  await d1.batchIdempotent([d1.prepare(RECORD_RUN).bind(job, secondsOf(now), problems)])
}
