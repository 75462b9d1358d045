import { ALERT_RETRY_MINUTES } from '#domain/constants.ts'
import { MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { d1, prepareNamed } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { logWithBackoff } from '#server/jobs/log-backoff.ts'
import { alertConfig } from '#server/runtime/env.ts'
import { logError } from '#server/runtime/log.ts'
import { siteUrl } from '#server/runtime/message-config.ts'
import { type Alert, postAlert } from './alert-request.ts'

// Alerts are sent in the order of the changes, the oldest first. A lease stops two runs from sending the same one. If a
// run ends after sending and before saving, the alert is sent again with the same idempotency key.

const ALERTS_PER_RUN = 10
/** Longer than a request can take. */
const LEASE_SECONDS = 30

// A new change is due at once. The alerts that wait before it are then tried again too.
const LEASE = `
UPDATE alerts SET lease_until = :clock + ${LEASE_SECONDS}
 WHERE number = (SELECT min(number) FROM alerts WHERE state = 'due')
   AND coalesce(lease_until, 0) <= :clock
   AND EXISTS (SELECT 1 FROM alerts waiting WHERE waiting.state = 'due' AND waiting.due_at <= :now)
RETURNING number, id, status, previous, checks, changed_at, attempts`

const SAVE_SENT = "UPDATE alerts SET state = 'sent', lease_until = NULL WHERE number = :number"

// All waiting alerts are postponed, because they go to the same receiver.
const POSTPONE = `
UPDATE alerts SET attempts = iif(number = :number, :attempts, attempts), due_at = :dueAt, lease_until = NULL
 WHERE state = 'due'`

interface DueAlert extends Alert {
  number: number
  attempts: number
}

/** Sends the alerts that wait, until one fails. `now` is the scheduled minute. */
export async function sendAlerts(webhookUrl: string, now: Date, clock: () => Date): Promise<void> {
  for (let sent = 0; sent < ALERTS_PER_RUN; sent += 1) {
    const alert = await prepareNamed(LEASE, { clock: secondsOf(clock()), now: secondsOf(now) }).first<DueAlert>()
    if (!alert || !(await sendAlert(alert, webhookUrl, now))) return
  }
}

async function sendAlert(alert: DueAlert, url: string, now: Date): Promise<boolean> {
  const result = await postAlert(alert, { secret: alertConfig().webhookSecret, site: siteUrl(), url })
  await d1.batchIdempotent([
    result.outcome === 'accepted' ? prepareNamed(SAVE_SENT, { number: alert.number }) : postpone(alert, now)
  ])
  if (result.outcome === 'accepted') return true
  await logWithBackoff(`alerts: ${result.code}`, now, () => logError('alert_failed', { message: result.code }))
  return false
}

function postpone({ attempts, number }: DueAlert, now: Date) {
  const minutes = ALERT_RETRY_MINUTES[Math.min(attempts, ALERT_RETRY_MINUTES.length - 1)] ?? 1
  return prepareNamed(POSTPONE, { attempts: attempts + 1, dueAt: secondsOf(now) + minutes * MINUTE_SECONDS, number })
}
