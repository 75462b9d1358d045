import { env } from '#server/runtime/env.ts'
import { unusableAlertVariables } from './variable-rules.ts'

interface AlertConfig {
  /** Null: not set, or unusable. */
  heartbeatUrl: string | null
  webhookUrl: string | null
  /** Empty: alerts are not signed. */
  webhookSecret: string
  /** The names of the unusable variables. */
  unusable: readonly string[]
}

export function alertConfig(): AlertConfig {
  const unusable = unusableAlertVariables(env)
  const urlOf = (name: (typeof unusable)[number]) => (unusable.includes(name) ? null : env[name] || null)
  return {
    heartbeatUrl: urlOf('HEARTBEAT_URL'),
    unusable,
    webhookSecret: env.ALERT_WEBHOOK_SECRET ?? '',
    webhookUrl: urlOf('ALERT_WEBHOOK_URL')
  }
}
