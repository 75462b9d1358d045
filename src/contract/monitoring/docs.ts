import type { DocsOf } from '#contract/kit/endpoint-docs.ts'
import { type Health, systemStatus } from './health.ts'

export const exampleHealth: Health = {
  checks: [],
  cron: { failures: 0, is_late: false, last_run: '2026-06-15T12:45:00.000Z', stuck: 0 },
  database: 'reachable',
  invariants: { broken: 0, checked_at: '2026-06-14T22:00:00.000Z' },
  messages: { due: 0, oldest: null, provider: 'resend' },
  payments: {
    compensations_owed: 0,
    disputes_near_deadline: 0,
    disputes_open: 0,
    disputes_unanswered: 0,
    orders_failed: 0,
    refunds_due: 0,
    refunds_in_review: 0,
    unsettled: 0,
    unsettled_late: 0
  },
  pictures: 'reachable',
  papers_expiring: 0,
  pictures_missing: 0,
  status: 'ok',
  version: '1.0.0'
}

export const components = { SystemStatus: systemStatus }

export const docs: DocsOf<'monitoring'> = {
  getHealth: { response: exampleHealth, summary: 'Get the health of the installation', tag: 'runtime' },
  getSystemStatus: {
    response: {
      checked_at: '2026-06-15T12:46:00.000Z',
      health: exampleHealth,
      setup: { alerts: 'on', heartbeat: 'off', mail: 'resend', payments: 'live', sends_push: true }
    },
    summary: 'Get the health of the installation and what is set up',
    tag: 'admin'
  }
}
