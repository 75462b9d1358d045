import { alertStatusOf, type FailedCheck, needsImmediateAlert } from '#domain/monitoring/health-checks.ts'
import { MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { d1, prepareNamed } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { newId } from '#server/runtime/crypto.ts'

// The alert status and its changes, one row for each. A change counts when two runs of the cron in a row found it, so
// that a problem of one minute sends no alert. An urgent problem is reported at once, except a part that did
// not answer.

/** More than a day of changes. Older ones are deleted, so that a receiver that never answers fills no table. */
const CHANGES_KEPT = 1000

const LAST = '(SELECT max(number) FROM alerts)'

const FORGET_SEEN = "DELETE FROM alerts WHERE state = 'seen' AND status <> :status"

const COUNT_SEEN = `
UPDATE alerts SET state = 'due', due_at = :now, checks = :checks
 WHERE state = 'seen' AND changed_at + ${MINUTE_SECONDS} <= :now`

// Before the first row, the status is 'ok'.
const LAST_STATUS = `coalesce((SELECT status FROM alerts WHERE number = ${LAST}), 'ok')`

const ADD = `
INSERT INTO alerts (id, status, previous, checks, changed_at, state, due_at)
SELECT :id, :status, ${LAST_STATUS}, :checks, :now, iif(:isImmediate, 'due', 'seen'), :now
 WHERE ${LAST_STATUS} <> :status`

const DELETE_OLD = `DELETE FROM alerts WHERE number < ${LAST} - ${CHANGES_KEPT}`

/** Records the status that a run of the cron found. */
export async function recordStatus(checks: readonly FailedCheck[], now: Date): Promise<void> {
  const params = {
    checks: JSON.stringify(checks),
    isImmediate: Number(needsImmediateAlert(checks)),
    id: newId(),
    now: secondsOf(now),
    status: alertStatusOf(checks)
  }
  await d1.batchIdempotent([FORGET_SEEN, COUNT_SEEN, ADD, DELETE_OLD].map(query => prepareNamed(query, params)))
}
