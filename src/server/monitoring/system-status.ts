import type { SystemStatus } from '#contract/monitoring/health.ts'
import * as contract from '#contract/monitoring/health.ts'
import type { OperatorServiceState } from '#domain/monitoring/health-checks.ts'
import { implement } from '#server/http/operation.ts'
import { alertConfig, env, razorpayConfig } from '#server/runtime/env.ts'
import { mailProviderName, sendsPush } from '#server/runtime/message-config.ts'
import { isTestKey } from '#server/runtime/variable-rules.ts'
import { readHealth } from './health.ts'

/** The health and the set-up, for the portal. */
export const getSystemStatus = implement(contract.getSystemStatus, async (_, __, { now }) => ({
  checked_at: now.toISOString(),
  health: await readHealth(now),
  setup: setup()
}))

function setup(): SystemStatus['setup'] {
  const { heartbeatUrl, unusable, webhookUrl } = alertConfig()
  const stateOf = (name: (typeof unusable)[number], url: string | null): OperatorServiceState => {
    if (unusable.includes(name)) return 'unusable'
    return url === null ? 'off' : 'on'
  }
  return {
    alerts: stateOf('ALERT_WEBHOOK_URL', webhookUrl),
    heartbeat: stateOf('HEARTBEAT_URL', heartbeatUrl),
    mail: mailProviderName(),
    payments: paymentMode(),
    sends_push: sendsPush()
  }
}

function paymentMode(): SystemStatus['setup']['payments'] {
  if (env.PAYMENT_PROVIDER !== 'razorpay') return 'sandbox'
  return isTestKey(razorpayConfig().keyId) ? 'test' : 'live'
}
