import type { DocsOf } from '#contract/kit/endpoint-docs.ts'
import { stats as statsSchema } from './stats.ts'

export const components = { Stats: statsSchema }

export const docs: DocsOf<'overview'> = {
  getStats: {
    response: {
      active_bookings: 12,
      available_scooters: 31,
      total_bookings: 10_000,
      total_properties: 4,
      total_scooters: 40,
      total_users: 860
    },
    summary: 'Get the counts of the dashboard',
    tag: 'admin'
  }
}
