import type { DocsOf } from '#contract/kit/endpoint-docs.ts'
import { exampleHealth } from './examples.ts'
import type * as health from './health.ts'
import type * as status from './system-status.ts'
import { systemStatus } from './system-status.ts'

export const components = { SystemStatus: systemStatus }

export const docs: DocsOf<typeof health & typeof status> = {
  getHealth: {
    response: exampleHealth,
    summary: 'Get the health of the installation',
    tag: 'runtime'
  },
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
