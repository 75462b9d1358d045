import * as v from 'valibot'
import { ALERT_RETRY_MINUTES } from '#domain/constants.ts'
import { type AlertStatus, alertStatusOf, type FailedCheck, needsImmediateAlert } from '#domain/monitoring.ts'
import { MINUTE_SECONDS } from '#domain/time/time-units.ts'
import * as systemStatusText from '#messages/admin/system-status.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { isoFrom, parseStoredJson, secondsOf } from '#server/db/sql.ts'
import { logMisconfigured, logWithBackoff } from '#server/jobs/retries.ts'
import { newId, sign } from '#server/runtime/crypto.ts'
import { alertConfig, siteUrl } from '#server/runtime/env.ts'
import { logError } from '#server/runtime/log.ts'
import { sendRequest } from '#server/runtime/outgoing.ts'
import { readHealth } from './health.ts'

/** Time limits of the requests to the operator's alert and heartbeat services. */
const ALERT_TIMEOUT_MS = 10_000
const HEARTBEAT_TIMEOUT_MS = 5_000

/** Sends an alert to the operator's webhook if the status has changed. Does nothing without ALERT_WEBHOOK_URL. */
export async function notifyOfChanges(now: Date, clock: () => Date): Promise<void> {
  const { unusable, webhookUrl } = alertConfig()
  for (const variable of unusable) await logMisconfigured(variable, now)
  if (webhookUrl === null) return
  const { checks } = await readHealth(now)
  await recordStatus(checks, now)
  await sendAlerts(webhookUrl, now, clock)
}

/** Requests HEARTBEAT_URL, so that an outside service notices when the cron stops. A failure is only logged. */
export async function sendHeartbeat(now: Date): Promise<void> {
  const { heartbeatUrl } = alertConfig()
  if (heartbeatUrl === null) return
  const result = await sendRequest(heartbeatUrl, { method: 'GET', timeoutMs: HEARTBEAT_TIMEOUT_MS })
  if (result.outcome === 'accepted') return
  await logWithBackoff(`heartbeat: ${result.code}`, now, () => logError('heartbeat_failed', { message: result.code }))
}

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

export async function recordStatus(checks: readonly FailedCheck[], now: Date): Promise<void> {
  const params = {
    checks: JSON.stringify(checks),
    isImmediate: Number(needsImmediateAlert(checks)),
    id: newId(),
    now: secondsOf(now),
    status: alertStatusOf(checks)
  }
  await runIdempotent([FORGET_SEEN, COUNT_SEEN, ADD, DELETE_OLD], params)
}

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
async function sendAlerts(webhookUrl: string, now: Date, clock: () => Date): Promise<void> {
  for (let sent = 0; sent < ALERTS_PER_RUN; sent += 1) {
    const alert = await prepareNamed(LEASE, { clock: secondsOf(clock()), now: secondsOf(now) }).first<DueAlert>()
    if (!alert || !(await sendAlert(alert, webhookUrl, now))) return
  }
}

async function sendAlert(alert: DueAlert, url: string, now: Date): Promise<boolean> {
  const { webhookSecret } = alertConfig()
  const body = alertBody(alert, url, siteUrl())
  const headers = {
    'content-type': 'application/json',
    // A repeated request has the same body and key.
    'idempotency-key': alert.id,
    ...(webhookSecret !== '' && { 'x-alert-signature': `sha256=${await sign(body, webhookSecret)}` })
  }
  const result = await sendRequest(url, { body, headers, method: 'POST', timeoutMs: ALERT_TIMEOUT_MS })
  if (result.outcome === 'accepted') {
    await runIdempotent([SAVE_SENT], { number: alert.number })
    return true
  }
  await postpone(alert, now)
  await logWithBackoff(`alerts: ${result.code}`, now, () => logError('alert_failed', { message: result.code }))
  return false
}

async function postpone({ attempts, number }: DueAlert, now: Date): Promise<void> {
  const minutes = ALERT_RETRY_MINUTES[Math.min(attempts, ALERT_RETRY_MINUTES.length - 1)] ?? 1
  const dueAt = secondsOf(now) + minutes * MINUTE_SECONDS
  await runIdempotent([POSTPONE], { attempts: attempts + 1, dueAt, number })
}

/** A change of the alert status. `changed_at` is Unix seconds, `checks` JSON. */
interface Alert {
  id: string
  status: AlertStatus
  previous: AlertStatus
  checks: string
  changed_at: number
}

/** Any name, because an alert must not wait for the version that knows its checks. */
const storedChecks = v.array(v.object({ count: v.number(), name: v.string() }))

const SLACK_HOST = 'hooks.slack.com'

/** Slack's form for Slack's host, else our own. Counts and names of checks only. */
export function alertBody({ changed_at, id, previous, status, ...alert }: Alert, url: string, site: string): string {
  const checks = parseStoredJson('alerts.checks', storedChecks, alert.checks)
  if (new URL(url).hostname === SLACK_HOST)
    return JSON.stringify({ text: systemStatusText.alertText(status, checks, site) })
  return JSON.stringify({ at: isoFrom(changed_at), checks, id, previous, site, status })
}
