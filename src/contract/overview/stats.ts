import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'

export const stats = v.object({
  total_properties: v.number(),
  total_scooters: v.number(),
  /** By the effective status. */
  available_scooters: v.number(),
  total_users: v.number(),
  total_bookings: v.number(),
  /** Paid and not yet ended. */
  active_bookings: v.number(),
  /** For owners until the first paid ride, from our own backend: the counts of what is set up. */
  first_steps: v.nullish(v.object({ prices: v.number() }), null)
})
export type Stats = v.InferOutput<typeof stats>

export const getStats = defineEndpoint('GET /admin/stats', {
  access: 'admin',
  staff: { lowest: 'caretaker', scope: 'list' },
  isSpecified: true,
  output: stats
})

export const docs = {
  getStats: { summary: 'Get the counts of the dashboard' }
} satisfies Docs
