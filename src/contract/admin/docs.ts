import type { DocsOf } from '#contract/kit/endpoint-docs.ts'
import { exampleHealth } from '#contract/runtime/examples.ts'
import type * as activity from './activity.ts'
import { activityEntry } from './activity.ts'
import type * as revenue from './revenue.ts'
import { dayRevenue } from './revenue.ts'
import type * as stats from './stats.ts'
import { stats as statsSchema } from './stats.ts'
import type * as status from './system-status.ts'
import { systemStatus } from './system-status.ts'

export const components = {
  ActivityEntry: activityEntry,
  DayRevenue: dayRevenue,
  Stats: statsSchema,
  SystemStatus: systemStatus
}

export const docs: DocsOf<typeof activity & typeof revenue & typeof stats & typeof status> = {
  getRevenue: {
    response: [{ day: '2026-06-15', received: 4200, refunded: 140 }],
    summary: 'Get the revenue of each of the last days'
  },
  getStats: {
    response: {
      active_bookings: 12,
      available_scooters: 31,
      total_bookings: 10_000,
      total_properties: 4,
      total_scooters: 40,
      total_users: 860
    },
    summary: 'Get the counts of the dashboard'
  },
  getSystemStatus: {
    response: {
      checked_at: '2026-06-15T12:46:00.000Z',
      health: exampleHealth,
      setup: { alerts: 'on', heartbeat: 'off', mail: 'resend', payments: 'live', sends_push: true }
    },
    summary: 'Get the health of the installation and what is set up'
  },
  listActivity: {
    response: [
      {
        action: 'update_scooter',
        admin_email: 'admin@demo.test',
        created_at: '2026-06-15T12:45:00.000Z',
        detail: 'status',
        id: '41',
        subject: 'ather-450x-a1',
        subject_name: 'Ather 450X · A1'
      }
    ],
    summary: 'List the changes made by admins'
  }
}
