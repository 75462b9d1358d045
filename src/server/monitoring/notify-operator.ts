import { HEARTBEAT_TIMEOUT_MS } from '#domain/constants.ts'
import { logMisconfigured, logWithBackoff } from '#server/jobs/log-backoff.ts'
import { alertConfig } from '#server/runtime/env.ts'
import { logError } from '#server/runtime/log.ts'
import { sendRequest } from '#server/runtime/outgoing.ts'
import { recordStatus } from './alert-changes.ts'
import { readHealth } from './health.ts'
import { sendAlerts } from './send-alerts.ts'

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
