import * as v from 'valibot'
import { ALERT_TIMEOUT_MS } from '#domain/constants.ts'
import type { AlertStatus } from '#domain/monitoring/health-checks.ts'
import { alertText } from '#messages/alerts.ts'
import { isoFrom } from '#server/db/sql.ts'
import { parseStoredJson } from '#server/db/stored-json.ts'
import { sign } from '#server/runtime/crypto.ts'
import { type RequestResult, sendRequest } from '#server/runtime/outgoing.ts'

/** A change of the alert status. `changed_at` is Unix seconds, `checks` JSON. */
export interface Alert {
  id: string
  status: AlertStatus
  previous: AlertStatus
  checks: string
  changed_at: number
}

/** Any name, because an alert must not wait for the version that knows its checks. */
const storedChecks = v.array(v.object({ count: v.number(), name: v.string() }))

const SLACK_HOST = 'hooks.slack.com'

interface Receiver {
  url: string
  /** Empty: the request is not signed. */
  secret: string
  /** The origin of this site. */
  site: string
}

/** A repeated request has the same body and key. */
export async function postAlert(alert: Alert, { secret, site, url }: Receiver): Promise<RequestResult> {
  const body = alertBody(alert, url, site)
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': alert.id,
    ...(secret !== '' && { 'x-alert-signature': `sha256=${await sign(body, secret)}` })
  }
  return sendRequest(url, { body, headers, method: 'POST', timeoutMs: ALERT_TIMEOUT_MS })
}

/** Slack's form for Slack's host, else our own. Counts and names of checks only. */
export function alertBody({ changed_at, id, previous, status, ...alert }: Alert, url: string, site: string): string {
  const checks = parseStoredJson('alerts.checks', storedChecks, alert.checks)
  if (new URL(url).hostname === SLACK_HOST) return JSON.stringify({ text: alertText(status, checks, site) })
  return JSON.stringify({ at: isoFrom(changed_at), checks, id, previous, site, status })
}
