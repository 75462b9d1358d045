import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { OPERATOR_SERVICE_STATES } from '#domain/monitoring/health-checks.ts'
import { health, mailProvider } from './health.ts'

// The health of the installation and what is set up, for admins.

const operatorService = v.picklist(OPERATOR_SERVICE_STATES)

export const systemStatus = v.object({
  checked_at: v.string(),
  health,
  /** What is set up. It contains no value of a secret. */
  setup: v.object({
    /** 'test': the keys of a provider that moves no money. */
    payments: v.picklist(['live', 'sandbox', 'test']),
    mail: mailProvider,
    sends_push: v.boolean(),
    /** ALERT_WEBHOOK_URL */
    alerts: operatorService,
    /** HEARTBEAT_URL */
    heartbeat: operatorService
  })
})
export type SystemStatus = v.InferOutput<typeof systemStatus>

/** Answers 200 for every health. */
export const getSystemStatus = defineEndpoint({
  access: 'admin',
  isEmbeddedOnly: true,
  method: 'GET',
  output: systemStatus,
  path: '/admin/status'
})
